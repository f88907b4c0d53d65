package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the API of scheduled notifications. */
class ScheduledTest {
    private static final String SEND = "/v1/notifications";
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static Reply send(String user, String when) {
        return edge.call("POST", SEND, request(user, when));
    }

    private static String request(String user, String when) {
        return "{\"to\":{\"user\":\"" + user + "\"},\"title\":\"later\"," + when + "}";
    }

    private static String later(String user, Duration delay) {
        Reply reply = send(user, "\"delay\":\"" + delay + "\"");
        assertThat(reply.status()).as("%s", reply).isEqualTo(202);
        return reply.text("id");
    }

    private static String in(Duration delay) {
        return edge.clock.instant().plus(delay).toString();
    }

    private static Reply details(String id) {
        return edge.call("GET", SEND + "/" + id);
    }

    private static Reply cancel(String id) {
        return edge.call("POST", SEND + "/" + id + "/cancel");
    }

    private static Reply reschedule(String id, String when) {
        return edge.call("POST", SEND + "/" + id + "/reschedule", "{" + when + "}");
    }

    private static List<String> ids(JsonNode page) {
        List<String> ids = new ArrayList<>();
        page.path("items").forEach(item -> ids.add(item.path("id").asText()));
        return ids;
    }

    @Test
    void scheduledNotification_isVisibleBeforeItsSendTime() {
        Reply sent = send("ann", "\"sendAt\":\"" + in(Duration.ofHours(1)) + "\",\"channels\":[\"email\"]");
        assertThat(sent.text("sendAt")).isEqualTo(in(Duration.ofHours(1)));
        edge.drain();
        JsonNode details = details(sent.text("id")).json();
        assertThat(details.path("status").asText()).isEqualTo("scheduled");
        assertThat(details.path("sendAt").asText()).isEqualTo(in(Duration.ofHours(1)));
        assertThat(details.path("createdAt").asText()).isEqualTo(in(Duration.ZERO));
        assertThat(details.path("targetId").asText()).isEqualTo("ann");
        assertThat(details.path("channels").toString()).isEqualTo("[\"email\"]");
        assertThat(details.path("request").path("title").asText()).isEqualTo("later");
        String of = SEND + "/" + sent.text("id");
        Reply deliveries = edge.call("GET", of + "/deliveries?user=ann");
        assertThat(deliveries.status()).as("%s", deliveries).isEqualTo(200);
        assertThat(deliveries.json().path("deliveries")).isEmpty();
        assertThat(edge.call("GET", of + "/deliveries?user=eve").status()).isEqualTo(404);
        assertThat(edge.call("GET", of + "/recipients").body()).contains("\"ann\"");
        assertThat(edge.call("GET", "/v1/users/ann/inbox").json().path("items")).isEmpty();
    }

    @Test
    void immediateNotification_hasNoSendTime() {
        Reply sent = edge.call("POST", SEND, "{\"to\":{\"user\":\"now\"},\"title\":\"t\"}");
        assertThat(sent.json().has("sendAt")).isFalse();
        edge.drain();
        JsonNode details = details(sent.text("id")).json();
        assertThat(details.path("status").asText()).isEqualTo("sent");
        assertThat(details.path("sendAt").isNull()).isTrue();
        assertThat(cancel(sent.text("id")).status()).isEqualTo(404);
        assertThat(reschedule(sent.text("id"), "\"delay\":\"PT1H\"").status()).isEqualTo(404);
    }

    @Test
    void localTime_isInTheGivenOrTheUsersZone() {
        int year = 2 + Integer.parseInt(in(Duration.ZERO).substring(0, 4));
        String local = "\"sendAtLocal\":\"" + year + "-12-24T18:00:00\"";
        assertThat(send("zed", local + ",\"zone\":\"Europe/Berlin\"").text("sendAt"))
                .isEqualTo(year + "-12-24T17:00:00.000Z");
        assertThat(send("zed", local.replace("18:00:00", "18:00") + ",\"zone\":\"Europe/Berlin\"")
                        .text("sendAt"))
                .as("without seconds")
                .isEqualTo(year + "-12-24T17:00:00.000Z");
        Reply unknown = send("zed", local);
        assertThat(unknown.status()).isEqualTo(422);
        assertThat(unknown.pointers()).containsExactly("/sendAtLocal");
        edge.call("PUT", "/v1/users/zed", "{\"email\":\"zed@example.com\"}");
        assertThat(send("zed", local).status()).isEqualTo(422);
        edge.call("PUT", "/v1/users/zed", "{\"timeZone\":\"America/New_York\"}");
        Reply sent = send("zed", local);
        assertThat(sent.text("sendAt")).isEqualTo(year + "-12-24T23:00:00.000Z");
        assertThat(reschedule(sent.text("id"), local.replace("18:00", "19:00")).text("sendAt"))
                .isEqualTo(year + "-12-25T00:00:00.000Z");
    }

    @Test
    void invalidTimes_areRejectedWithTheirPointer() {
        Reply past = send("ann", "\"sendAt\":\"" + in(Duration.ZERO) + "\"");
        assertThat(past.status()).isEqualTo(422);
        assertThat(past.code()).isEqualTo("invalid_request");
        assertThat(past.pointers()).containsExactly("/sendAt");
        assertThat(send("ann", "\"delay\":\"P999999999D\"").pointers()).containsExactly("/delay");
        assertThat(send("ann", "\"sendAt\":\"9999-12-31T23:59:59Z\"").text("detail"))
                .contains("at most 3653 days ahead");
        assertThat(send("ann", "\"delay\":\"PT1H\",\"expiresAt\":\"" + in(Duration.ofMinutes(30)) + "\"")
                        .pointers())
                .containsExactly("/expiresAt");
        String id = later("ann", Duration.ofDays(30));
        for (String when : List.of("\"sendAt\":\"2020-01-01T00:00:00Z\"", "\"delay\":\"P3654D\"")) {
            Reply refused = reschedule(id, when);
            assertThat(refused.status()).as("%s", refused).isEqualTo(422);
        }
        cancel(id);
    }

    @Test
    void cancelledNotification_isNotSent() {
        Reply sent = send("cat", "\"delay\":\"PT1H\",\"channels\":[\"email\",\"in_app\"]");
        String id = sent.text("id");
        for (int i = 0; i < 2; i++) {
            Reply cancelled = cancel(id);
            assertThat(cancelled.status()).as("%s", cancelled).isEqualTo(200);
            assertThat(cancelled.body()).isEqualTo("{\"status\":\"cancelled\"}");
        }
        assertThat(details(id).text("status")).isEqualTo("cancelled");
        assertThat(edge.call("GET", SEND + "/" + id + "/deliveries?user=cat")
                        .json()
                        .path("deliveries")
                        .toString())
                .isEqualTo("[{\"channel\":\"email\",\"state\":\"cancelled\",\"reason\":null},"
                        + "{\"channel\":\"in_app\",\"state\":\"cancelled\",\"reason\":null}]");
        Reply moved = reschedule(id, "\"delay\":\"PT2H\"");
        assertThat(moved.status()).isEqualTo(409);
        assertThat(moved.code()).isEqualTo("cancelled");
        assertThat(edge.call("GET", "/v1/users/cat/scheduled").json().path("items"))
                .isEmpty();
    }

    @Test
    void rescheduledNotification_hasItsNewTimeEverywhere() {
        String id = later("mo", Duration.ofHours(1));
        Reply moved = reschedule(id, "\"delay\":\"PT3H\"");
        assertThat(moved.status()).as("%s", moved).isEqualTo(200);
        assertThat(moved.json().toString())
                .isEqualTo("{\"status\":\"moved\",\"sendAt\":\"" + in(Duration.ofHours(3)) + "\"}");
        assertThat(details(id).text("sendAt")).isEqualTo(in(Duration.ofHours(3)));
        JsonNode items = edge.call("GET", "/v1/users/mo/scheduled").json().path("items");
        assertThat(items).hasSize(1);
        assertThat(items.path(0).toString())
                .isEqualTo("{\"id\":\"" + id + "\",\"type\":\"default\",\"sendAt\":\"" + in(Duration.ofHours(3))
                        + "\",\"createdAt\":\"" + in(Duration.ZERO) + "\"}");
        assertThat(reschedule(id, "\"delay\":\"PT1H\"").status()).isEqualTo(200);
        assertThat(edge.call("GET", "/v1/users/mo/scheduled").json().findValuesAsText("sendAt"))
                .as("back at its first send time")
                .containsExactly(in(Duration.ofHours(1)));
    }

    @Test
    void rescheduleAfterTheExpiry_isRejected() {
        Instant expires = edge.clock.instant().plus(Duration.ofHours(2));
        String id = send("exp", "\"delay\":\"PT1H\",\"expiresAt\":\"" + expires + "\"")
                .text("id");
        Reply refused = reschedule(id, "\"sendAt\":\"" + expires + "\"");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.pointers()).containsExactly("/sendAt");
        assertThat(reschedule(id, "\"sendAt\":\"" + expires.minusMillis(1) + "\"")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void notificationOfAnotherTenant_cannotBeChanged() {
        Reply others = edge.call("POST", SEND, edge.otherKey, request("ann", "\"delay\":\"PT1H\""));
        String id = others.text("id");
        assertThat(cancel(id).status()).isEqualTo(404);
        assertThat(reschedule(id, "\"delay\":\"PT2H\"").status()).isEqualTo(404);
        assertThat(details(id).status()).isEqualTo(404);
        assertThat(ids(edge.call("GET", "/v1/users/ann/scheduled").json())).doesNotContain(id);
        JsonNode untouched =
                edge.call("GET", SEND + "/" + id, edge.otherKey, null).json();
        assertThat(untouched.path("status").asText()).isEqualTo("scheduled");
        assertThat(untouched.path("sendAt").asText()).isEqualTo(others.text("sendAt"));
    }

    @Test
    void list_isSoonestFirstAndSkipsCancelled() {
        List<String> expected = new ArrayList<>();
        for (int i = 90; i > 0; i--) {
            String id = later("liz", Duration.ofMinutes(i));
            if (i % 9 == 0) {
                expected.add(0, id);
            } else {
                assertThat(cancel(id).status()).isEqualTo(200);
            }
        }
        List<String> listed = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String token = edge.token(edge.key, "liz");
        String next = "";
        do {
            JsonNode page = edge.call("GET", "/v1/me/scheduled?limit=4" + next, token, null)
                    .json();
            listed.addAll(ids(page));
            sizes.add(page.path("items").size());
            next = page.path("next").isNull()
                    ? ""
                    : "&cursor=" + page.path("next").asText();
        } while (!next.isEmpty());
        assertThat(listed).containsExactlyElementsOf(expected);
        assertThat(sizes).containsExactly(4, 4, 2);
    }

    @Test
    void userList_isVisibleBeforeItsSendTime() {
        Reply sent =
                edge.call("POST", SEND, "{\"to\":{\"users\":[\"c\",\"a\",\"b\"]},\"title\":\"t\",\"delay\":\"PT1H\"}");
        String of = SEND + "/" + sent.text("id");
        Reply first = edge.call("GET", of + "/recipients?limit=2");
        assertThat(first.json().findValuesAsText("user")).containsExactly("a", "b");
        Reply second = edge.call("GET", of + "/recipients?limit=2&cursor=" + first.text("next"));
        assertThat(second.json().findValuesAsText("user")).containsExactly("c");
        assertThat(second.json().path("next").isNull()).isTrue();
        assertThat(edge.call("GET", of + "/deliveries?user=b").status()).isEqualTo(200);
        assertThat(details(sent.text("id")).text("targetType")).isEqualTo("users");
    }

    @Test
    void batchLines_mayBeScheduled() {
        List<JsonNode> lines = edge.batch(request("bat", "\"delay\":\"PT1H\"") + "\n" + request("bat", "\"data\":{}")
                        + "\n" + request("bat", "\"sendAt\":\"2020-01-01T00:00:00Z\""))
                .lines();
        assertThat(lines.get(0).path("sendAt").asText()).isEqualTo(in(Duration.ofHours(1)));
        assertThat(lines.get(1).path("status").asInt()).isEqualTo(202);
        assertThat(lines.get(1).has("sendAt")).isFalse();
        assertThat(lines.get(2).path("error").path("code").asText()).isEqualTo("invalid_request");
        assertThat(lines.get(2)
                        .path("error")
                        .path("errors")
                        .path(0)
                        .path("pointer")
                        .asText())
                .isEqualTo("/sendAt");
        edge.drain();
    }

    @Test
    void retryWithTheSameKey_getsTheSameSendTime() {
        String body = request("rep", "\"delay\":\"PT1H\"");
        Reply first = keyed(body);
        assertThat(first.status()).as("%s", first).isEqualTo(202);
        Reply again;
        do {
            again = keyed(body);
        } while (again.status() == 409);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(again.header("Idempotent-Replayed")).contains("true");
    }

    private static Reply keyed(String body) {
        return edge.send(edge.request(SEND)
                .header("Authorization", "Bearer " + edge.key)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "scheduled-once")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    @Test
    @Timeout(60)
    void dueNotification_isSentUnlessCancelledOrMoved() {
        try (TestHttpServer other = new TestHttpServer()) {
            String sendAt = other.clock.instant().plus(Duration.ofMinutes(1)).toString();
            List<String> ids = new ArrayList<>();
            for (String what : List.of("cancelled", "moved", "sent")) {
                ids.add(other.call("POST", SEND, request(what, "\"sendAt\":\"" + sendAt + "\""))
                        .text("id"));
            }
            other.call("POST", SEND + "/" + ids.get(0) + "/cancel");
            other.call("POST", SEND + "/" + ids.get(1) + "/reschedule", "{\"delay\":\"PT1H\"}");
            other.clock.advance(Duration.ofMinutes(2));
            Reply details;
            do {
                details = other.call("GET", SEND + "/" + ids.get(2));
            } while (!details.text("status").equals("sent"));
            assertThat(details.text("sendAt")).isEqualTo(sendAt);
            other.drain();
            assertThat(other.call("GET", "/v1/users/sent/inbox").json().findValuesAsText("at"))
                    .containsExactly(sendAt);
            assertThat(ids(other.call("GET", SEND).json())).containsExactly(ids.get(2));
            assertThat(other.call("GET", SEND + "/" + ids.get(0)).text("status"))
                    .isEqualTo("cancelled");
            assertThat(other.call("GET", SEND + "/" + ids.get(1)).text("status"))
                    .isEqualTo("scheduled");
            for (String user : List.of("cancelled", "moved")) {
                assertThat(other.call("GET", "/v1/users/" + user + "/inbox")
                                .json()
                                .path("items"))
                        .isEmpty();
            }
        }
    }

    @Test
    void sentNotification_cannotBeChanged() {
        try (TestHttpServer other = new TestHttpServer()) {
            String id = other.call("POST", SEND, request("late", "\"delay\":\"PT1M\""))
                    .text("id");
            other.clock.advance(Duration.ofMinutes(2));
            for (String change : List.of("cancel", "reschedule")) {
                String body = change.equals("cancel") ? null : "{\"delay\":\"PT1H\"}";
                Reply reply = other.call("POST", SEND + "/" + id + "/" + change, body);
                assertThat(reply.status()).as("%s", reply).isEqualTo(409);
                assertThat(reply.code()).isEqualTo("too_late");
            }
            assertThat(other.call("GET", "/v1/users/late/scheduled").json().path("items"))
                    .isEmpty();
        }
    }
}
