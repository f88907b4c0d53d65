package dev.tidings.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.client.ScriptedServer.Answer;
import dev.tidings.client.model.Channel;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.NotificationType;
import dev.tidings.client.model.PreferenceChange;
import dev.tidings.client.model.Preferences;
import dev.tidings.client.model.Priority;
import dev.tidings.client.model.QuietHours;
import dev.tidings.client.model.SendTime;
import dev.tidings.client.model.User;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The requests of the client as they are sent, and responses of servers that are newer than it. */
class RequestTest {

    private static TidingsClient client(ScriptedServer server) {
        return TidingsClient.builder(server.url())
                .apiKey("key")
                .retries(Retries.none())
                .build();
    }

    @Test
    void notification_leavesOutAbsentFields() throws Exception {
        try (ScriptedServer server = new ScriptedServer(Answer.of(202, "{\"id\":\"n1\"}"))) {
            client(server)
                    .notifications()
                    .send(Notification.to("ann", "bob")
                            .title("Hello")
                            .data(Map.of("price", new BigDecimal("1.10")))
                            .channels(Channel.IN_APP)
                            .priority(Priority.HIGH)
                            .at(SendTime.at(LocalDateTime.parse("2030-12-24T18:00"), ZoneId.of("Europe/Berlin")))
                            .build());
            assertThat(server.received.get(0).body())
                    .isEqualTo("{\"to\":{\"users\":[\"ann\",\"bob\"]},\"title\":\"Hello\",\"data\":{\"price\":1.10},"
                            + "\"channels\":[\"in_app\"],\"priority\":\"high\","
                            + "\"sendAtLocal\":\"2030-12-24T18:00:00\",\"zone\":\"Europe/Berlin\"}");
        }
    }

    @Test
    void preferenceChange_keepsNulls() throws Exception {
        String current = "{\"version\":3,\"channels\":{\"sms\":true,\"chat\":false},\"categories\":{},\"types\":{},"
                + "\"quietHours\":{\"from\":\"22:00\",\"to\":\"07:00\",\"zone\":null}}";
        try (ScriptedServer server = new ScriptedServer(Answer.of(200, current))) {
            Preferences changed = client(server)
                    .user("a b")
                    .changePreferences(new PreferenceChange()
                            .channel(Channel.SMS, true)
                            .type("digest", Channel.PUSH, null)
                            .quietHours(null));
            assertThat(server.received.get(0).call()).isEqualTo("PATCH /v1/users/a%20b/preferences");
            assertThat(server.received.get(0).body())
                    .isEqualTo(
                            "{\"channels\":{\"sms\":true},\"types\":{\"digest\":{\"push\":null}},\"quietHours\":null}");
            assertThat(changed.channels()).containsEntry(Channel.SMS, true).containsKey(Channel.UNKNOWN);
            assertThat(changed.quietHours()).isEqualTo(new QuietHours(LocalTime.of(22, 0), LocalTime.of(7, 0), null));
        }
    }

    @Test
    void storedRecord_canBeReadChangedAndStored() throws Exception {
        String type = "{\"name\":\"news\",\"channels\":[\"in_app\"],\"required\":false,\"expiresAfter\":\"PT15M\"}";
        String user = "{\"id\":\"ann\",\"email\":\"ann@example.com\",\"createdAt\":\"2030-01-01T00:00:00Z\",\"new\":1}";
        try (ScriptedServer server =
                new ScriptedServer(Answer.of(200, type), Answer.of(200, type), Answer.of(200, user))) {
            TidingsClient client = client(server);
            client.types().put(client.types().get("news").withCategory("updates"));
            User ann = client.users().get("ann");
            client.users().put(ann.withPhone("+4915112345678"));

            assertThat(ann.createdAt()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
            assertThat(server.received.get(1).body())
                    .isEqualTo("{\"category\":\"updates\",\"channels\":[\"in_app\"],\"required\":false,"
                            + "\"expiresAfter\":\"PT15M\"}");
            assertThat(server.received.get(3).body())
                    .isEqualTo("{\"email\":\"ann@example.com\",\"phone\":\"+4915112345678\"}");
        }
    }

    @Test
    void pages_areFollowedToTheEnd() throws Exception {
        try (ScriptedServer server = new ScriptedServer(
                Answer.of(200, "{\"items\":[{\"id\":\"a\"}],\"next\":\"x y\"}"),
                Answer.of(200, "{\"items\":[],\"next\":\"z\"}"),
                Answer.of(200, "{\"items\":[{\"id\":\"b\"}],\"next\":null}"))) {
            assertThat(client(server).users().list()).extracting(User::id).containsExactly("a", "b");
            assertThat(server.received)
                    .extracting(ScriptedServer.Received::call)
                    .containsExactly(
                            "GET /v1/users?limit=100",
                            "GET /v1/users?limit=100&cursor=x%20y",
                            "GET /v1/users?limit=100&cursor=z");
        }
    }

    @Test
    void otherServers_areRecognised() throws Exception {
        try (ScriptedServer server = new ScriptedServer(
                Answer.of(302, "<html>").with("Location", "https://elsewhere.example/"), Answer.of(200, "<html>"))) {
            assertThatThrownBy(() -> client(server).types().put(NotificationType.named("news")))
                    .isInstanceOf(InvalidResponseException.class)
                    .hasMessageContaining("https://elsewhere.example/");
            assertThatThrownBy(() -> client(server).types().get("news"))
                    .isInstanceOf(InvalidResponseException.class)
                    .hasMessageContaining("is not Tidings");
        }
    }
}
