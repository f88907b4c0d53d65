package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.validation.Times;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of the device API. */
class DeviceTest {
    private static final String APNS = "0123456789abcdef".repeat(4);
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static Reply put(String user, String id, String json) {
        Reply reply = edge.call("PUT", "/v1/users/" + user + "/devices/" + id, json);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        return reply;
    }

    private static JsonNode list(String user) {
        return edge.call("GET", "/v1/users/" + user + "/devices").json().path("items");
    }

    private static List<Device> reached(String user) {
        return contact(user).devices();
    }

    private static Contact contact(String user) {
        return edge.service()
                .users()
                .contacts()
                .find(new UserKey(TestHttpServer.TENANT, user))
                .join();
    }

    @Test
    void token_isWriteOnly() {
        String json =
                "{\"platform\":\"ios\",\"token\":\"" + APNS.toUpperCase(Locale.ROOT) + "\",\"appVersion\":\"4.2 (β)\"}";
        Reply made = put("ann", "my%20phone", json);
        JsonNode device = made.json();
        assertThat(device.path("id").asText()).isEqualTo("my phone");
        assertThat(device.path("kind").asText()).isEqualTo("apns");
        assertThat(device.path("platform").asText()).isEqualTo("ios");
        assertThat(device.path("appVersion").asText()).isEqualTo("4.2 (β)");
        assertThat(device.path("tokenEnd").asText()).isEqualTo("cdef");
        assertThat(device.path("active").asBoolean()).isTrue();
        assertThat(device.path("lastUsedAt").asText()).isEqualTo(Times.text(edge.clock.instant()));
        assertThat(list("ann").get(0)).isEqualTo(device);
        assertThat(made.body() + list("ann") + edge.call("GET", "/v1/audit").body())
                .doesNotContainIgnoringCase("0123456789abcdef");
        assertThat(reached("ann")).singleElement().returns(APNS, Device::token).returns(AddressKind.APNS, Device::kind);
    }

    @Test
    void kind_takesPrecedenceOverThePlatform() {
        JsonNode device = put("kim", "phone", "{\"kind\":\"fcm\",\"platform\":\"ios\",\"token\":\"short\"}")
                .json();
        assertThat(device.path("kind").asText()).isEqualTo("fcm");
        assertThat(device.path("tokenEnd").isNull()).as("of a short token").isTrue();
    }

    @Test
    void subscription_isEqualAsObjectAndAsText() {
        String object = InvalidDevices.subscription(
                "https://push.example.com/send/abcd", InvalidDevices.key(4), InvalidDevices.base64(new byte[16]));
        assertThat(put("web", "one", "{\"platform\":\"web\",\"token\":" + object + "}")
                        .text("tokenEnd"))
                .isEqualTo("abcd");
        String padded = object.replace("AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAA==");
        assertThat(padded).isNotEqualTo(object);
        put("web", "two", "{\"kind\":\"web_push\",\"token\":\"" + padded.replace("\"", "\\\"") + "\"}");
        assertThat(list("web")).hasSize(1);
        assertThat(reached("web")).singleElement().returns("two", Device::id).returns(object, Device::token);
    }

    @Test
    void subscription_isTakenAsTheBrowserGivesIt() {
        String flat = InvalidDevices.subscription(
                "https://push.example.com/send/efgh", InvalidDevices.key(4), InvalidDevices.base64(new byte[16]));
        for (String expiration : List.of("null", "1799999999000.5")) {
            String given = InvalidDevices.browserSubscription(
                    "https://push.example.com/send/efgh",
                    expiration,
                    InvalidDevices.key(4),
                    InvalidDevices.base64(new byte[16]));
            put("chromium", "object", "{\"platform\":\"web\",\"token\":" + given + "}");
            assertThat(reached("chromium")).singleElement().returns(flat, Device::token);
            put("chromium", "text", "{\"platform\":\"web\",\"token\":\"" + given.replace("\"", "\\\"") + "\"}");
            assertThat(reached("chromium"))
                    .singleElement()
                    .returns("text", Device::id)
                    .returns(flat, Device::token);
        }
    }

    @Test
    void token_movesToItsNewOwner() {
        String json = "{\"kind\":\"fcm\",\"token\":\"the-token-of-a-shared-tablet\"}";
        put("mia", "tablet", json);
        assertThat(reached("mia")).hasSize(1);
        String token = edge.token(edge.key, "ned");
        assertThat(edge.call("PUT", "/v1/me/devices/tablet", token, json).status())
                .isEqualTo(200);
        assertThat(reached("mia")).isEmpty();
        assertThat(reached("ned")).hasSize(1);
        assertThat(list("mia")).isEmpty();
        JsonNode mine = edge.call("GET", "/v1/me/devices", token, null).json().path("items");
        assertThat(mine).hasSize(1);
        assertThat(edge.call("DELETE", "/v1/me/devices/tablet", token, null).status())
                .isEqualTo(204);
        assertThat(edge.call("DELETE", "/v1/me/devices/tablet", token, null).status())
                .isEqualTo(404);
        assertThat(reached("ned")).isEmpty();
        JsonNode entry =
                edge.call("GET", "/v1/audit?limit=1").json().path("items").path(0);
        assertThat(entry.path("action").asText()).isEqualTo("device.delete");
        assertThat(entry.path("actor").asText()).isEqualTo("user:ned");
        assertThat(entry.path("subject").asText()).isEqualTo("ned/tablet");
    }

    @Test
    void repeatedRegistration_refreshesTheDevice() {
        String json = "{\"kind\":\"fcm\",\"token\":\"token-of-ole-and-nobody-else\"}";
        String created = put("ole", "phone", json).text("createdAt");
        edge.clock.advance(Duration.ofDays(1));
        Reply again = put("ole", "phone", json);
        assertThat(again.text("createdAt")).isEqualTo(created);
        assertThat(again.text("lastUsedAt")).isEqualTo(Times.text(edge.clock.instant()));
    }

    @Test
    void user_isReachedAtTheStoredAddresses() {
        String user = "/v1/users/pia";
        Reply put = edge.call(
                "PUT",
                user,
                "{\"email\":\"pia@example.com\",\"phone\":\"+4915112345678\",\"webhook\":\"https://example.com/pia\"}");
        assertThat(put.status()).as("%s", put).isEqualTo(200);
        assertThat(put.text("webhook")).isEqualTo("https://example.com/pia");
        assertThat(contact("pia").profile().orElseThrow().webhook()).contains("https://example.com/pia");
        edge.call("POST", "/v1/users/bulk", "[{\"id\":\"pia\",\"email\":\"new@example.com\"}]");
        assertThat(contact("pia").profile().orElseThrow().email()).contains("new@example.com");
        assertThat(edge.call("GET", user).json().path("webhook").isNull()).isTrue();
        put("pia", "phone", "{\"kind\":\"fcm\",\"token\":\"token-of-pia-and-nobody-else\"}");
        assertThat(reached("pia")).hasSize(1);
        assertThat(edge.call("DELETE", user).status()).isEqualTo(204);
        assertThat(contact("pia")).isEqualTo(Contact.UNKNOWN);
        assertThat(list("pia")).isEmpty();
    }

    @Test
    void quietHours_areKeptUntilRemoved() {
        String of = "/v1/users/quinn/preferences";
        assertThat(edge.call("GET", of).json().path("quietHours").isNull()).isTrue();
        String hours = "{\"from\":\"22:00\",\"to\":\"07:30\",\"zone\":\"Europe/Berlin\"}";
        Reply set = edge.call("PATCH", of, "{\"quietHours\":" + hours + "}");
        assertThat(set.status()).as("%s", set).isEqualTo(200);
        assertThat(set.json().path("quietHours").toString()).isEqualTo(hours);
        edge.call("PATCH", of, "{\"channels\":{\"email\":false}}");
        assertThat(edge.call("GET", of).json().path("quietHours").toString()).isEqualTo(hours);
        String token = edge.token(edge.key, "quinn");
        String without = "{\"from\":\"00:00\",\"to\":\"06:00\"}";
        Reply mine = edge.call("PATCH", "/v1/me/preferences", token, "{\"quietHours\":" + without + "}");
        assertThat(mine.json().path("quietHours").path("zone").isNull()).isTrue();
        assertThat(mine.json().path("quietHours").path("from").asText()).isEqualTo("00:00");
        String answered = mine.json().path("quietHours").toString();
        Reply echoed = edge.call("PATCH", "/v1/me/preferences", token, "{\"quietHours\":" + answered + "}");
        assertThat(echoed.json().path("quietHours").toString()).isEqualTo(answered);
        Reply none = edge.call("PATCH", "/v1/me/preferences", token, "{\"quietHours\":null}");
        assertThat(none.json().path("quietHours").isNull()).isTrue();
        assertThat(none.json().path("channels").path("email").asBoolean(true)).isFalse();
        assertThat(edge.call("GET", of).body()).isEqualTo(none.body());
    }
}
