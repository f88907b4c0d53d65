package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that a delivery state stored by a newer version is shown as it is. */
class UnknownStateTest {
    private final TestHttpServer edge = new TestHttpServer();
    private String id;

    @BeforeEach
    void storeUnknownState() {
        id = edge.call("POST", "/v1/notifications", "{\"to\":{\"user\":\"bob\"},\"title\":\"Hello\"}")
                .text("id");
        edge.drain();
        UUID position = UUID.fromString(id);
        edge.service()
                .storage()
                .engine()
                .write(NotificationRow.TABLE
                        .update(TestHttpServer.TENANT, "bob", Buckets.month(position), position)
                        .set(NotificationRow.CHANNEL_STATUS, Map.of("in_app", "seen on phone"))
                        .at(DeliveryState.DELIVERED.writeTime(UuidV7.time(position), 1)))
                .join();
    }

    @AfterEach
    void stop() {
        edge.close();
    }

    private void assertUnknownStateAt(String pointer, String path) {
        Reply reply = edge.call("GET", path);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        JsonNode status = reply.json().at(pointer);
        assertThat(status.path("state").asText()).isEqualTo("seen");
        assertThat(status.path("reason").asText()).isEqualTo("on phone");
    }

    @Test
    void history_showsIt() {
        assertUnknownStateAt("/items/0/deliveries/0", "/v1/users/bob/history");
    }

    @Test
    void deliveries_showIt() {
        assertUnknownStateAt("/deliveries/0", "/v1/notifications/" + id + "/deliveries?user=bob");
    }

    @Test
    void explanation_showsIt() {
        assertUnknownStateAt("/channels/0/now", "/v1/notifications/" + id + "/why?user=bob");
    }
}
