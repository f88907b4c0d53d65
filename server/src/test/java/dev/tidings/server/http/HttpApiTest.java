package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of the HTTP API with valid calls. */
class HttpApiTest {
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    @Test
    void sentNotification_isInTheInbox() {
        Reply sent = edge.call(
                "POST",
                "/v1/notifications",
                "{\"to\":{\"user\":\"ann/1 ü\"},\"title\":\"Hello\",\"data\":{\"n\": [1,2]},\"deepLink\":\"app://x\"}");
        assertThat(sent.status()).as("%s", sent).isEqualTo(202);
        assertThat(sent.header("Content-Type")).contains("application/json");
        edge.drain();

        JsonNode item = edge.call("GET", "/v1/users/ann%2F1%20%C3%BC/inbox")
                .json()
                .path("items")
                .path(0);
        assertThat(item.path("id").asText()).isEqualTo(sent.text("id"));
        assertThat(item.path("title").asText()).isEqualTo("Hello");
        assertThat(item.path("data").toString()).isEqualTo("{\"n\":[1,2]}");
        assertThat(item.path("readAt").isNull()).isTrue();
        assertThat(edge.call("GET", "/v1/users/ann%2F1%20%C3%BC/unread").text("unread"))
                .isEqualTo("1");
    }

    @Test
    void inbox_isReadByPageAndFilter() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(0, edge.sendAndRoute(edge.key, "ben", "number " + i));
        }
        String item = "/v1/users/ben/inbox/" + ids.get(0) + "/";
        assertThat(edge.call("POST", item + "read").status()).isEqualTo(204);
        assertThat(edge.call("POST", "/v1/users/ben/inbox/" + ids.get(1) + "/archive")
                        .status())
                .isEqualTo(204);

        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page =
                    edge.call("GET", "/v1/users/ben/inbox?limit=2" + cursor).json();
            page.path("items").forEach(each -> seen.add(each.path("id").asText()));
            cursor = page.path("next").isNull()
                    ? null
                    : "&cursor=" + page.path("next").asText();
        } while (cursor != null);
        assertThat(seen).containsExactly(ids.get(0), ids.get(2), ids.get(3), ids.get(4));
        assertThat(idsOf(edge.call("GET", "/v1/users/ben/inbox?filter=archived")))
                .containsExactly(ids.get(1));
        assertThat(idsOf(edge.call("GET", "/v1/users/ben/inbox?filter=unread")))
                .containsExactly(ids.get(2), ids.get(3), ids.get(4));

        assertThat(edge.call("POST", item + "unread").status()).isEqualTo(204);
        assertThat(edge.call("GET", "/v1/users/ben/unread").text("unread")).isEqualTo("4");
        assertThat(edge.call("POST", "/v1/users/ben/inbox/read-all").text("marked"))
                .isEqualTo("4");
        assertThat(edge.call("GET", "/v1/users/ben/unread").text("unread")).isEqualTo("0");
    }

    private static List<String> idsOf(Reply reply) {
        List<String> ids = new ArrayList<>();
        reply.json().path("items").forEach(item -> ids.add(item.path("id").asText()));
        return ids;
    }

    @Test
    void retryWithTheSameKey_isMarkedAsReplayed() {
        String body = "{\"to\":{\"user\":\"cat\"},\"title\":\"once\"}";
        Reply first = edge.send(keyed(body, "order-1"));
        Reply again = repeat(body, "order-1");
        assertThat(first.status()).isEqualTo(202);
        assertThat(first.header("Idempotent-Replayed")).isEmpty();
        assertThat(again.status()).isEqualTo(202);
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(again.body()).isEqualTo(first.body());

        Reply other = edge.send(keyed(body.replace("once", "twice"), "order-1"));
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.code()).isEqualTo("idempotency_key_reused");
    }

    @Test
    void retryAfterExpiry_getsTheSameResponse() {
        String soon = edge.clock.instant().plusSeconds(1).toString();
        String body = "{\"to\":{\"user\":\"cleo\"},\"title\":\"quick\",\"expiresAt\":\"" + soon + "\"}";
        String line = body.replaceFirst("\\{", "{\"idempotencyKey\":\"quick-line\",");
        Reply first = edge.send(keyed(body, "quick"));
        assertThat(first.status()).isEqualTo(202);
        String id = edge.batch(line).lines().get(0).path("id").asText();
        edge.drain();
        edge.clock.advance(Duration.ofSeconds(2));

        Reply again = repeat(body, "quick");
        assertThat(again.status()).as("%s", again).isEqualTo(202);
        assertThat(again.header("Idempotent-Replayed")).contains("true");
        assertThat(again.body()).isEqualTo(first.body());
        JsonNode answer;
        do {
            answer = edge.batch(line).lines().get(0);
        } while (answer.path("status").asInt() == 409);
        assertThat(answer.path("status").asInt()).as("%s", answer).isEqualTo(202);
        assertThat(answer.path("id").asText()).isEqualTo(id);
        assertThat(answer.path("replayed").asBoolean()).isTrue();
    }

    @Test
    void expiredRequest_isRejectedAndKeepsItsKeyFree() {
        String body = "{\"to\":{\"user\":\"cleo\"},\"title\":\"late\",\"expiresAt\":\"2020-01-01T00:00:00+01:00\"}";
        Reply reply = edge.send(keyed(body, "late"));
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("invalid_request");
        JsonNode error = reply.json().path("errors").path(0);
        assertThat(error.path("pointer").asText()).isEqualTo("/expiresAt");
        assertThat(error.path("value").asText()).isEqualTo("2020-01-01T00:00:00+01:00");
        assertThat(edge.send(keyed(body, "late")).status())
                .as("the rejected request did not use the key")
                .isEqualTo(422);
        assertThat(edge.send(keyed(body.replace("2020", "2999"), "late")).status())
                .isEqualTo(202);

        String line = body.replaceFirst("\\{", "{\"idempotencyKey\":\"late-line\",");
        JsonNode answer = edge.batch(line + "\n" + body).lines().get(0);
        assertThat(answer.path("status").asInt()).isEqualTo(422);
        assertThat(answer.at("/error/errors/0/pointer").asText()).isEqualTo("/expiresAt");
    }

    /** Retries while the first request is still in progress. */
    private static Reply repeat(String body, String key) {
        Reply reply = edge.send(keyed(body, key));
        while (reply.status() == 409) {
            reply = edge.send(keyed(body, key));
        }
        return reply;
    }

    private static java.net.http.HttpRequest keyed(String body, String key) {
        return edge.request("/v1/notifications")
                .header("Authorization", "Bearer " + edge.key)
                .header("Content-Type", "application/json; charset=UTF-8")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build();
    }

    @Test
    void batch_isAnsweredLineByLine() {
        Reply reply = edge.batch("""
            {"to":{"user":"dan"},"title":"first","idempotencyKey":"b1"}

            {"to":{"user":"dan"},"titel":"second"}
            {"to":{"user":"dan"},"title":"third","type":"no_such_type"}
            not json\r
            {"to":{"users":["dan","eva"]},"title":"last"}\
            """);
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.header("Content-Type")).contains("application/x-ndjson");
        List<JsonNode> lines = reply.lines();
        assertThat(lines).extracting(line -> line.path("line").asInt()).containsExactly(1, 3, 4, 5, 6);
        assertThat(lines).extracting(line -> line.path("status").asInt()).containsExactly(202, 422, 422, 422, 202);
        assertThat(lines.get(1)
                        .path("error")
                        .path("errors")
                        .path(0)
                        .path("pointer")
                        .asText())
                .isEqualTo("/titel");
        assertThat(lines.get(2).path("error").path("code").asText()).isEqualTo("unknown_type");
        edge.drain();
        assertThat(idsOf(edge.call("GET", "/v1/users/dan/inbox")))
                .containsExactlyInAnyOrder(
                        lines.get(0).path("id").asText(),
                        lines.get(4).path("id").asText());
    }

    @Test
    void largeBatch_isAccepted() {
        String line = "{\"to\":{\"user\":\"many\"},\"title\":\"" + "x".repeat(50) + "\"}\n";
        Reply reply = edge.batch(line.repeat(BatchHandler.MAX_LINES));
        assertThat(reply.lines())
                .hasSize(BatchHandler.MAX_LINES)
                .allMatch(answer -> answer.path("status").asInt() == 202);
    }

    @Test
    void keyTwiceInABatch_isAReplayOrRefused() {
        String line = "{\"to\":{\"user\":\"kay\"},\"title\":\"once\",\"idempotencyKey\":\"twice-1\"}\n";
        String later = line.replace("twice-1", "twice-2").replace("}\n", ",\"delay\":\"PT1H\"}\n");
        List<JsonNode> lines = edge.batch(line + later + line + line.replace("once", "other") + later + line)
                .lines();
        assertThat(lines)
                .extracting(answer -> answer.path("status").asInt())
                .containsExactly(202, 202, 202, 422, 202, 202);
        assertThat(lines)
                .extracting(answer -> answer.path("replayed").asBoolean())
                .containsExactly(false, false, true, false, true, true);
        assertThat(lines.get(3).at("/error/code").asText()).isEqualTo("idempotency_key_reused");
        String id = lines.get(0).path("id").asText();
        assertThat(lines.get(2).path("id").asText()).isEqualTo(id);
        assertThat(lines.get(5).path("id").asText()).isEqualTo(id);
        assertThat(lines.get(4).path("sendAt")).isEqualTo(lines.get(1).path("sendAt"));
        edge.drain();
        assertThat(idsOf(edge.call("GET", "/v1/users/kay/inbox"))).containsExactly(id);
    }

    @Test
    void refusedLine_leavesItsKeyToALaterOne() {
        String good = "{\"to\":{\"user\":\"liv\"},\"title\":\"x\",\"idempotencyKey\":\"retried-in-batch\"}\n";
        String bad = good.replace("}\n", ",\"type\":\"no_such_type\"}\n");
        assertThat(edge.batch(bad + good + bad).lines())
                .extracting(answer -> answer.path("status").asInt())
                .containsExactly(422, 202, 422);
    }

    @Test
    void batchOfOneKey_isAcceptedOnce() {
        String line = "{\"to\":{\"user\":\"max\"},\"title\":\"x\",\"idempotencyKey\":\"many-times\"}\n";
        List<JsonNode> lines = edge.batch(line.repeat(BatchHandler.MAX_LINES)).lines();
        assertThat(lines)
                .hasSize(BatchHandler.MAX_LINES)
                .allMatch(answer -> answer.path("status").asInt() == 202);
        assertThat(lines).filteredOn(answer -> !answer.has("replayed")).hasSize(1);
    }

    @Test
    void batchOfInvalidLines_hasABoundedAnswer() {
        String line = "{\"titel\":\"x\"}\n";
        Reply reply = edge.batch(line.repeat(BatchHandler.MAX_LINES));
        List<JsonNode> lines = reply.lines();
        assertThat(lines).hasSize(BatchHandler.MAX_LINES);
        assertThat(lines.get(99).at("/error/errors")).isNotEmpty();
        assertThat(lines.get(100).toString())
                .isEqualTo("{\"line\":101,\"status\":422,\"error\":{\"code\":\"invalid_request\"}}");
        assertThat(reply.body().length()).isLessThan(5 * line.length() * BatchHandler.MAX_LINES);
    }

    @Test
    void lineWithManyErrors_reportsAFew() {
        JsonNode error = edge.batch("{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1}")
                .lines()
                .get(0)
                .path("error");
        assertThat(error.path("errors")).hasSize(3);
        assertThat(error.path("detail").asText()).contains("and 6 more");
    }

    @Test
    void sender_canTraceANotification() {
        String id = edge.sendAndRoute(edge.key, "fay", "follow me");
        JsonNode details = edge.call("GET", "/v1/notifications/" + id).json();
        assertThat(details.path("targetId").asText()).isEqualTo("fay");
        assertThat(details.path("request").path("title").asText()).isEqualTo("follow me");
        JsonNode deliveries = edge.call("GET", "/v1/notifications/" + id + "/deliveries?user=fay")
                .json();
        assertThat(deliveries.path("deliveries").path(0).path("state").asText()).isEqualTo("sent");
        assertThat(edge.call("GET", "/v1/notifications/" + id + "/recipients")
                        .json()
                        .path("items")
                        .path(0)
                        .path("user")
                        .asText())
                .isEqualTo("fay");
        assertThat(edge.call("GET", "/v1/notifications/" + id + "/deliveries?user=nobody")
                        .status())
                .isEqualTo(404);
        assertThat(idsOf(edge.call("GET", "/v1/notifications?limit=100"))).contains(id);
        assertThat(idsOf(edge.call("GET", "/v1/users/fay/history?since=2020-01-01T00:00:00%2B01:00")))
                .containsExactly(id);
    }

    @Test
    void defaultSince_isTheSameOnTheNextPage() {
        edge.sendAndRoute(edge.key, "gus", "one");
        edge.sendAndRoute(edge.key, "gus", "two");
        String next = edge.call("GET", "/v1/users/gus/history?limit=1").text("next");
        edge.clock.advance(java.time.Duration.ofMinutes(5));
        assertThat(idsOf(edge.call("GET", "/v1/users/gus/history?limit=1&cursor=" + next)))
                .hasSize(1);
        assertThat(edge.call("GET", "/v1/users/gus/history?since=2020-01-01T00:00:00Z&cursor=" + next)
                        .code())
                .isEqualTo("invalid_cursor");
    }

    @Test
    void users_areStoredListedAndDeleted() {
        Reply put = edge.call("PUT", "/v1/users/hal", "{\"email\":\"hal@example.com\",\"timeZone\":\"Europe/Berlin\"}");
        assertThat(put.status()).as("%s", put).isEqualTo(200);
        assertThat(edge.call("GET", "/v1/users/hal").text("email")).isEqualTo("hal@example.com");
        edge.call("PUT", "/v1/users/hal", "{\"phone\":\"+4915112345678\"}");
        assertThat(edge.call("GET", "/v1/users/hal").json().path("email").isNull())
                .isTrue();
        assertThat(edge.call("DELETE", "/v1/users/hal").status()).isEqualTo(204);
        assertThat(edge.call("GET", "/v1/users/hal").status()).isEqualTo(404);
        assertThat(edge.call("DELETE", "/v1/users/hal").status()).isEqualTo(404);
    }

    @Test
    void bulkUsers_areAnArrayOrNdjson() {
        assertThat(edge.call("POST", "/v1/users/bulk", "[{\"id\":\"ia\",\"locale\":\"de\"},{\"id\":\"ib\"}]")
                        .text("count"))
                .isEqualTo("2");
        byte[] lines = "{\"id\":\"ic\"}\n\n{\"id\":\"id\"}\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        assertThat(edge.call("POST", "/v1/users/bulk", edge.key, "application/x-ndjson", lines)
                        .text("count"))
                .isEqualTo("2");
        List<String> seen = new ArrayList<>();
        Optional<String> cursor = Optional.of("");
        while (cursor.isPresent()) {
            JsonNode page = edge.call("GET", "/v1/users?limit=1" + cursor.get()).json();
            page.path("items").forEach(user -> seen.add(user.path("id").asText()));
            cursor = page.path("next").isNull()
                    ? Optional.empty()
                    : Optional.of("&cursor=" + page.path("next").asText());
        }
        assertThat(seen).contains("ia", "ib", "ic", "id").doesNotHaveDuplicates();
    }

    @Test
    void typesAndPreferences_controlDelivery() {
        Reply type = edge.call(
                "PUT",
                "/v1/types/digest",
                "{\"category\":\"news\",\"channels\":[\"in_app\",\"email\"],\"maxPriority\":\"normal\"}");
        assertThat(type.status()).as("%s", type).isEqualTo(200);
        assertThat(edge.call("GET", "/v1/types/digest").text("category")).isEqualTo("news");
        Reply urgent = edge.call(
                "POST",
                "/v1/notifications",
                "{\"type\":\"digest\",\"to\":{\"user\":\"joe\"},\"title\":\"x\",\"priority\":\"high\"}");
        assertThat(urgent.code()).isEqualTo("priority_not_allowed");
        assertThat(urgent.pointers()).containsExactly("/priority");

        Reply patched = edge.call(
                "PATCH",
                "/v1/users/joe/preferences",
                "{\"channels\":{\"sms\":true},\"types\":{\"digest\":{\"in_app\":false}}}");
        assertThat(patched.status()).as("%s", patched).isEqualTo(200);
        assertThat(patched.json().path("types").path("digest").path("in_app").asBoolean(true))
                .isFalse();
        edge.call("POST", "/v1/notifications", "{\"type\":\"digest\",\"to\":{\"user\":\"joe\"},\"title\":\"x\"}");
        edge.drain();
        assertThat(edge.call("GET", "/v1/users/joe/inbox").json().path("items")).isEmpty();

        edge.call("PATCH", "/v1/users/joe/preferences", "{\"types\":{\"digest\":{\"in_app\":null}}}");
        assertThat(edge.call("GET", "/v1/users/joe/preferences")
                        .json()
                        .path("types")
                        .isEmpty())
                .isTrue();
        assertThat(edge.call("PUT", "/v1/types/legal", "{\"required\":true}").status())
                .isEqualTo(200);
        assertThat(edge.call("PATCH", "/v1/users/joe/preferences", "{\"types\":{\"legal\":{\"in_app\":false}}}")
                        .code())
                .isEqualTo("type_required");
        assertThat(edge.call("DELETE", "/v1/types/legal").status()).isEqualTo(204);
        assertThat(edge.call("GET", "/v1/types/legal").status()).isEqualTo(404);
        assertThat(edge.call("GET", "/v1/audit?limit=100").body()).contains("digest");
    }

    @Test
    void user_readsAndChangesTheirOwnData() {
        String token = edge.token(edge.key, "kim");
        String id = edge.sendAndRoute(edge.key, "kim", "for kim");
        assertThat(idsOf(edge.call("GET", "/v1/me/inbox", token, null))).containsExactly(id);
        assertThat(edge.call("POST", "/v1/me/inbox/" + id + "/read", token, null)
                        .status())
                .isEqualTo(204);
        assertThat(edge.call("GET", "/v1/me/unread", token, null).text("unread"))
                .isEqualTo("0");
        assertThat(edge.call("POST", "/v1/me/inbox/read-all", token, null).text("marked"))
                .isEqualTo("0");
        assertThat(idsOf(edge.call("GET", "/v1/me/history", token, null))).containsExactly(id);
        assertThat(edge.call("PATCH", "/v1/me/preferences", token, "{\"channels\":{\"email\":false}}")
                        .status())
                .isEqualTo(200);
        assertThat(edge.call("GET", "/v1/me/preferences", token, null)
                        .json()
                        .path("channels")
                        .path("email")
                        .asBoolean(true))
                .isFalse();
    }

    @Test
    void description_isServedAsYamlAndAsJson() throws Exception {
        Reply yaml = edge.call("GET", "/openapi.yaml", null, null);
        Reply json = edge.call("GET", "/openapi.json", null, null);
        assertThat(json.header("Content-Type")).contains("application/json");
        assertThat(json.json()).isEqualTo(new YAMLMapper().readTree(yaml.body()));
        assertThat(edge.call("GET", "/openapi.json", null, null).body()).isEqualTo(json.body());
    }

    @Test
    void examplesOfSending_workForANewTenant() {
        edge.call("POST", "/v1/tenants", "{\"id\":\"newcomer\"}");
        String key = edge.call("POST", "/v1/tenants/newcomer/keys", "{\"scopes\":[\"send\",\"read\"]}")
                .text("key");
        JsonNode body = new OpenApiDescription().root().at("/paths/~1v1~1notifications/post/requestBody/content");
        List<String> examples = new ArrayList<>();
        // The first request of the README.
        examples.add("{\"to\":{\"user\":\"bob\"},\"title\":\"Your order has shipped\",\"data\":{\"order\":\"A-17\"}}");
        body.path("application/json")
                .path("examples")
                .forEach(example -> examples.add(example.path("value").toString()));
        assertThat(examples).hasSizeGreaterThan(3);
        for (String example : examples) {
            Reply reply = edge.call("POST", "/v1/notifications", key, example);
            assertThat(reply.status()).as("%s: %s", example, reply).isEqualTo(202);
        }
        edge.drain();
        assertThat(edge.call("GET", "/v1/users/bob/unread", key, null).body()).isEqualTo("{\"unread\":1}");
    }

    @Test
    void inactiveType_refusesNewNotifications() {
        String type = "/v1/types/seasonal";
        String body = "{\"to\":{\"user\":\"jill\"},\"title\":\"x\",\"type\":\"seasonal\"}";
        Reply made = edge.call(
                "PUT", type, "{\"displayName\":\"Seasonal offers\",\"description\":\"Twice a year.\\nOpt-in.\"}");
        assertThat(made.text("displayName")).isEqualTo("Seasonal offers");
        assertThat(made.text("description")).isEqualTo("Twice a year.\nOpt-in.");
        assertThat(made.json().path("active").asBoolean()).isTrue();
        assertThat(edge.call("POST", "/v1/notifications", body).status()).isEqualTo(202);
        edge.call("PATCH", type, "{\"active\":false}");
        Reply refused = edge.call("POST", "/v1/notifications", body);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("code")).isEqualTo("type_inactive");
        assertThat(refused.pointers()).containsExactly("/type");
        assertThat(edge.call("POST", "/v1/notifications/dry-run", body).text("code"))
                .isEqualTo("type_inactive");
        assertThat(edge.batch(body).body()).contains("\"type_inactive\"");
        edge.drain();
        assertThat(edge.call("GET", "/v1/users/jill/unread").body()).isEqualTo("{\"unread\":1}");
        edge.call("PATCH", type, "{\"active\":null}");
        assertThat(edge.call("POST", "/v1/notifications", body).status()).isEqualTo(202);
    }

    @Test
    void malformedJson_isReportedWithItsPosition() {
        for (String path : List.of("/v1/notifications", "/v1/users/bulk")) {
            Reply broken = edge.call("POST", path, "{\"to\":\n  {\"user\": nope}}");
            assertThat(broken.json().at("/errors/0/expected").asText())
                    .startsWith("well-formed JSON; it is malformed at line 2, column 1");
            assertThat(broken.json().at("/errors/0/value").isNull()).isTrue();
            Reply cut = edge.call("POST", path, "{\"to\":");
            assertThat(cut.json().at("/errors/0/expected").asText())
                    .startsWith("well-formed JSON; it ends too early at line 1, column ");
            Reply deep = edge.call("POST", path, "[".repeat(40));
            assertThat(deep.body()).doesNotContainIgnoringCase("StreamRead", "Jackson", "Unrecognized");
        }
    }

    @Test
    void emptyChannels_meanThoseOfTheType() {
        Reply type = edge.call("PUT", "/v1/types/no_channels", "{\"channels\":[]}");
        assertThat(type.json().path("channels").toString()).isEqualTo("[\"in_app\"]");
        Reply sent = edge.call(
                "POST",
                "/v1/notifications",
                "{\"to\":{\"user\":\"ivy\"},\"title\":\"x\",\"channels\":[],\"type\":\"no_channels\"}");
        assertThat(sent.status()).as("%s", sent).isEqualTo(202);
        edge.drain();
        assertThat(edge.call("GET", "/v1/users/ivy/unread")
                        .json()
                        .path("unread")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void docs_loadNothingFromOtherHosts() {
        for (String path : List.of("/docs", "/docs/", "/docs/errors")) {
            Reply page = edge.call("GET", path, null, null);
            assertThat(page.header("Content-Type")).contains("text/html; charset=utf-8");
            assertThat(page.body()).doesNotContain("http://", "https://", "//cdn");
            assertThat(page.body())
                    .as("otherwise browsers request /favicon.ico")
                    .contains("rel=\"icon\"");
            java.util.regex.Matcher assets = java.util.regex.Pattern.compile("(?:src|href)=\"(/[^\"]+)\"")
                    .matcher(page.body());
            while (assets.find()) {
                assertThat(edge.call("GET", assets.group(1), null, null).status())
                        .as(assets.group(1))
                        .isEqualTo(200);
            }
        }
        assertThat(edge.call("GET", "/openapi.yaml", null, null).body()).startsWith("openapi: 3.1");
        Reply errors = edge.call("GET", "/docs/errors", null, null);
        for (Problem problem : Problem.values()) {
            assertThat(errors.body()).contains("id=\"" + problem.code() + "\"");
        }
    }
}
