package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of editing users, types and provider accounts: what GET returns can be sent back with PUT, and PATCH changes a part of it. */
class EditTest {
    private static final String USER = "{\"email\":\"ann@example.com\",\"locale\":\"de\"}";
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static Reply ok(Reply reply) {
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        return reply;
    }

    private static Reply refused(Reply reply, String pointer) {
        assertThat(reply.status()).as("%s", reply).isEqualTo(422);
        assertThat(reply.pointers()).containsExactly(pointer);
        return reply;
    }

    private static Reply patch(String path, String contentType, String json) {
        return edge.call("PATCH", path, edge.key, contentType, json.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply patch(String path, String json) {
        return patch(path, "application/merge-patch+json", json);
    }

    @Test
    void whatIsGot_canBePutBack() {
        Map<String, String> made = new TreeMap<>(Map.of(
                "/v1/users/ann",
                USER,
                "/v1/types/edited",
                "{\"category\":\"orders\"}",
                "/v1/types/default",
                "{}",
                "/v1/providers/edited",
                "{\"kind\":\"sample\",\"settings\":{\"host\":\"a.example\",\"password\":\"secret\"}}"));
        made.forEach((path, json) -> {
            ok(edge.call("PUT", path, json));
            String got = ok(edge.call("GET", path)).body();
            assertThat(got).as("it has nulls").contains(":null");
            String again = ok(edge.call("PUT", path, got)).body();
            assertThat(again).isEqualTo(got);
        });
    }

    @Test
    void editedUser_keepsTheRest() {
        ok(edge.call("PUT", "/v1/users/ben", USER));
        edge.clock.advance(Duration.ofSeconds(1));
        ObjectNode user = (ObjectNode) edge.call("GET", "/v1/users/ben").json();
        user.put("phone", "+4915112345678");
        JsonNode stored = ok(edge.call("PUT", "/v1/users/ben", user.toString())).json();
        assertThat(stored.path("phone").asText()).isEqualTo("+4915112345678");
        assertThat(stored.path("email").asText()).isEqualTo("ann@example.com");
        assertThat(stored.path("createdAt")).isEqualTo(user.path("createdAt"));
        assertThat(stored.path("updatedAt")).isNotEqualTo(user.path("updatedAt"));
        refused(edge.call("PUT", "/v1/users/ben", user.toString()), "/updatedAt");
    }

    @Test
    void readOnlyField_isRefusedUnlessItIsAsStored() {
        ok(edge.call("PUT", "/v1/users/cleo", USER));
        Reply other = refused(edge.call("PUT", "/v1/users/cleo", "{\"id\":\"dora\"}"), "/id");
        assertThat(other.json().at("/errors/0/value").asText()).isEqualTo("dora");
        assertThat(other.json().at("/errors/0/expected").asText()).contains("cleo", "read-only");
        refused(edge.call("PUT", "/v1/users/cleo", "{\"createdAt\":\"2020-01-01T00:00:00Z\"}"), "/createdAt");
        refused(edge.call("PUT", "/v1/users/cleo", "{\"createdAt\":1}"), "/createdAt");
        refused(edge.call("PUT", "/v1/users/nobody", "{\"createdAt\":\"2020-01-01T00:00:00Z\"}"), "/createdAt");
        refused(edge.call("PUT", "/v1/types/cleo", "{\"name\":\"dora\"}"), "/name");
        refused(edge.call("PUT", "/v1/providers/cleo", "{\"kind\":\"capture\",\"name\":\"dora\"}"), "/name");
        // Observed, so it may have changed since it was read.
        ok(edge.call("PUT", "/v1/providers/cleo", "{\"kind\":\"capture\",\"problem\":\"none\"}"));
        refused(edge.call("PUT", "/v1/users/cleo", "{\"nickname\":null}"), "/nickname");
        assertThat(edge.call("GET", "/v1/users/cleo").text("email")).isEqualTo("ann@example.com");
        assertThat(edge.call("GET", "/v1/users/nobody").status()).isEqualTo(404);
    }

    @Test
    void listedUsers_canBePutBackInBulk() {
        ok(edge.call("PUT", "/v1/users/bulk-1", USER));
        ok(edge.call("PUT", "/v1/users/bulk-2", "{}"));
        JsonNode first = edge.call("GET", "/v1/users/bulk-1").json();
        JsonNode second = edge.call("GET", "/v1/users/bulk-2").json();
        ok(edge.call("POST", "/v1/users/bulk", "[" + first + "," + second + "]"));
        edge.clock.advance(Duration.ofSeconds(1));
        ok(edge.call("POST", "/v1/users/bulk", "[" + first + "," + second + "]"));
        refused(edge.call("POST", "/v1/users/bulk", "[{\"id\":\"x\"}," + second + "]"), "/1/updatedAt");
    }

    @Test
    void patchOfAUser_changesOnlyItsFields() {
        ok(edge.call("PUT", "/v1/users/emil", USER));
        for (String type : List.of("application/json", "application/merge-patch+json")) {
            JsonNode changed = ok(patch("/v1/users/emil", type, "{\"phone\":\"+4915112345678\"}"))
                    .json();
            assertThat(changed.path("phone").asText()).isEqualTo("+4915112345678");
            assertThat(changed.path("email").asText()).isEqualTo("ann@example.com");
        }
        JsonNode removed = ok(patch("/v1/users/emil", "{\"email\":null}")).json();
        assertThat(removed.path("email").isNull()).isTrue();
        assertThat(removed.path("locale").asText()).isEqualTo("de");
        assertThat(edge.call("GET", "/v1/users/emil").json()).isEqualTo(removed);
        assertThat(ok(patch("/v1/users/emil", "{}")).text("locale")).isEqualTo("de");
        JsonNode entry =
                edge.call("GET", "/v1/audit?limit=1").json().path("items").path(0);
        assertThat(entry.path("action").asText()).isEqualTo("user.change");
        assertThat(entry.path("subject").asText()).isEqualTo("emil");
    }

    @Test
    void patchOfAType_changesOnlyItsFields() {
        ok(edge.call("PUT", "/v1/types/patched", "{\"category\":\"orders\",\"channels\":[\"sms\",\"push\"]}"));
        JsonNode changed = ok(patch("/v1/types/patched", "{\"perUserAndHour\":3,\"channels\":[\"email\"]}"))
                .json();
        assertThat(changed.path("channels").toString()).isEqualTo("[\"email\"]");
        assertThat(changed.path("category").asText()).isEqualTo("orders");
        JsonNode reset = ok(patch("/v1/types/patched", "{\"channels\":null,\"category\":null}"))
                .json();
        assertThat(reset.path("channels").toString()).isEqualTo("[\"in_app\"]");
        assertThat(reset.path("category").isNull()).isTrue();
        assertThat(reset.path("perUserAndHour").asInt()).isEqualTo(3);
        assertThat(edge.call("GET", "/v1/types/patched").json()).isEqualTo(reset);
    }

    @Test
    void builtInType_canBePatchedBeforeItIsStored() {
        String path = "/v1/types/default";
        Reply changed = edge.call(
                "PATCH",
                path,
                edge.otherKey,
                "application/json",
                "{\"perUserAndHour\":7}".getBytes(StandardCharsets.UTF_8));
        assertThat(ok(changed).json().path("perUserAndHour").asInt()).isEqualTo(7);
        assertThat(edge.call("GET", path, edge.otherKey, null).body()).isEqualTo(changed.body());
    }

    @Test
    void patch_isCheckedLikeAPut() {
        ok(edge.call("PUT", "/v1/users/finn", USER));
        refused(patch("/v1/users/finn", "{\"email\":\"no address\"}"), "/email");
        refused(patch("/v1/users/finn", "{\"nickname\":\"f\"}"), "/nickname");
        refused(patch("/v1/users/finn", "{\"id\":\"other\"}"), "/id");
        refused(patch("/v1/users/finn", "[]"), "");
        ok(edge.call("PUT", "/v1/types/finn", "{}"));
        refused(patch("/v1/types/finn", "{\"maxPriority\":\"urgent\"}"), "/maxPriority");
        for (String path : List.of("/v1/users/unknown", "/v1/types/unknown")) {
            assertThat(patch(path, "{}").status()).isEqualTo(404);
        }
        assertThat(patch("/v1/users/finn", "text/plain", "{}").status()).isEqualTo(415);
    }
}
