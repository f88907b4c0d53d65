package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of live events over WebSockets and server-sent events. */
class LiveTest {
    private static final Duration MOMENT = Duration.ofMillis(200);

    private final TestHttpServer edge = new TestHttpServer();
    private final String alice = edge.token(edge.key, "alice");

    @AfterEach
    void close() {
        edge.close();
    }

    @ParameterizedTest
    @EnumSource
    void connection_getsHelloAndThenEvents(LiveTestClient.Kind kind) throws Exception {
        String old = edge.sendAndRoute(edge.key, "alice", "old");
        try (LiveTestClient liveTestClient = kind.open(edge.port(), alice, "")) {
            JsonNode hello = liveTestClient.next("hello");
            assertThat(hello.path("unread").asInt()).isEqualTo(1);
            assertThat(hello.path("resumed").asBoolean()).isFalse();
            assertThat(hello.path("heartbeat").asInt()).isEqualTo(25_000);

            String id = edge.sendAndRoute(edge.key, "alice", "new");
            JsonNode event = liveTestClient.next("notification");
            assertThat(event.path("unread").asInt()).isEqualTo(2);
            JsonNode listed = edge.call("GET", "/v1/me/inbox", alice, null)
                    .json()
                    .path("items")
                    .path(0);
            assertThat(event.path("notification")).as("the same as in the list").isEqualTo(listed);

            for (String mark : List.of("read", "unread", "archive", "unarchive")) {
                edge.call("POST", "/v1/me/inbox/" + id + "/" + mark, alice, null);
            }
            assertThat(liveTestClient.next("read").path("unread").asInt()).isEqualTo(1);
            assertThat(liveTestClient.next("unread").path("unread").asInt()).isEqualTo(2);
            assertThat(liveTestClient.next("archived").path("notificationId").asText())
                    .isEqualTo(id);
            assertThat(liveTestClient.next("unarchived").path("unread").asInt()).isEqualTo(2);
            edge.call("POST", "/v1/me/inbox/read-all", alice, null);
            JsonNode allRead = liveTestClient.next("all_read");
            assertThat(allRead.path("unread").asInt()).isZero();
            assertThat(Instant.parse(allRead.path("from").asText())).isEqualTo(UuidV7.time(UUID.fromString(old)));
            assertThat(Instant.parse(allRead.path("upTo").asText())).isEqualTo(UuidV7.time(UUID.fromString(id)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void dataWithLineBreaks_isTransmittedCompletely(LiveTestClient.Kind kind) throws Exception {
        try (LiveTestClient liveTestClient = kind.open(edge.port(), alice, "")) {
            liveTestClient.next("hello");
            edge.call(
                    "POST",
                    "/v1/notifications",
                    "{\"to\":{\"user\":\"alice\"},\"title\":\"x\",\"data\":{\r\n"
                            + "  \"order\": 7,\n\r"
                            + "\t\"text\":\"a\\n"
                            + "b\"}}");
            JsonNode data =
                    liveTestClient.next("notification").path("notification").path("data");
            assertThat(data.path("order").asInt()).isEqualTo(7);
            assertThat(data.path("text").asText()).isEqualTo("a\nb");
        }
    }

    @ParameterizedTest
    @EnumSource
    void reconnect_resumesAtTheCursor(LiveTestClient.Kind kind) throws Exception {
        String cursor;
        try (LiveTestClient liveTestClient = kind.open(edge.port(), alice, "")) {
            liveTestClient.next("hello");
            edge.sendAndRoute(edge.key, "alice", "one");
            cursor = liveTestClient.next("notification").path("id").asText();
        }
        List<String> sent = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            edge.call(
                    "POST",
                    "/v1/notifications",
                    edge.key,
                    "{\"to\":{\"user\":\"alice\"},\"title\":\"t" + i + "\",\"priority\":\""
                            + List.of("bulk", "high", "normal").get(i % 3) + "\"}");
            sent.add("t" + i);
        }
        edge.drain();
        try (LiveTestClient liveTestClient = kind.open(edge.port(), alice, "?since=" + cursor)) {
            JsonNode hello = liveTestClient.next("hello");
            assertThat(hello.path("resumed").asBoolean()).isTrue();
            assertThat(hello.path("unread").asInt()).isEqualTo(251);
            assertThat(liveTestClient.titles(250)).containsExactlyInAnyOrderElementsOf(sent);
            assertThat(liveTestClient.receivesNothing(MOMENT)).isTrue();
            edge.sendAndRoute(edge.key, "alice", "last");
            assertThat(liveTestClient.titles(1)).containsExactly("last");
        }
    }

    @Test
    void readMark_isSentToOtherConnections() throws Exception {
        String id = edge.sendAndRoute(edge.key, "alice", "both");
        try (LiveTestClient phone = LiveTestClient.webSocket(edge.port(), alice, "");
                LiveTestClient laptop = LiveTestClient.eventStream(edge.port(), alice, "")) {
            phone.next("hello");
            laptop.next("hello");
            edge.call("POST", "/v1/me/inbox/" + id + "/read", alice, null);
            assertThat(phone.next("read")).isEqualTo(laptop.next("read"));
        }
    }

    @Test
    void userList_reachesEachUser() throws Exception {
        try (LiveTestClient liveTestClient = LiveTestClient.webSocket(edge.port(), alice, "")) {
            liveTestClient.next("hello");
            edge.call(
                    "POST",
                    "/v1/notifications",
                    edge.key,
                    "{\"to\":{\"users\":[\"alice\",\"bob\"]},\"title\":\"all\",\"body\":\"of you\"}");
            JsonNode event = liveTestClient.next("notification");
            assertThat(event.path("notification").path("body").asText()).isEqualTo("of you");
            assertThat(event.path("unread").asInt()).isEqualTo(1);
        }
    }

    @Test
    void acknowledgedNotification_isDelivered() throws Exception {
        String first = edge.sendAndRoute(edge.key, "alice", "one");
        String second = edge.sendAndRoute(edge.key, "alice", "two");
        String others = edge.sendAndRoute(edge.key, "bob", "not hers");
        assertThat(state(first, "alice")).isEqualTo("sent");
        try (LiveTestClient liveTestClient = LiveTestClient.webSocket(edge.port(), alice, "")) {
            liveTestClient.next("hello");
            liveTestClient.sendText("{\"ack\":[\"" + first + "\",\"" + others + "\"]}");
            while (!state(first, "alice").equals("delivered")) {
                Thread.onSpinWait();
            }
        }
        assertThat(edge.call("POST", "/v1/me/inbox/" + second + "/ack", alice, null)
                        .status())
                .isEqualTo(204);
        assertThat(state(second, "alice")).isEqualTo("delivered");
        assertThat(state(others, "bob")).isEqualTo("sent");
    }

    private String state(String id, String user) {
        return edge.call("GET", "/v1/notifications/" + id + "/deliveries?user=" + user, edge.key, null)
                .json()
                .path("deliveries")
                .path(0)
                .path("state")
                .asText();
    }

    @Test
    void expiredCursor_causesAReload() throws Exception {
        String cursor;
        try (LiveTestClient liveTestClient = LiveTestClient.webSocket(edge.port(), alice, "")) {
            cursor = liveTestClient.next("hello").path("id").asText();
        }
        edge.sendAndRoute(edge.key, "alice", "missed");
        edge.clock.advance(Duration.ofDays(8));
        String later = edge.token(edge.key, "alice");
        edge.sendAndRoute(edge.key, "alice", "missed too");
        try (LiveTestClient liveTestClient = LiveTestClient.webSocket(edge.port(), later, "?since=" + cursor)) {
            assertThat(liveTestClient.next("hello").path("resumed").asBoolean()).isFalse();
            assertThat(liveTestClient.next("reload").path("unread").asInt()).isEqualTo(2);
            edge.sendAndRoute(edge.key, "alice", "new");
            assertThat(liveTestClient.titles(1)).containsExactly("new");
        }
    }
}
