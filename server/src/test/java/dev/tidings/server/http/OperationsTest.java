package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the operators' calls. */
class OperationsTest {
    private final TestHttpServer edge = new TestHttpServer();

    @AfterEach
    void stop() {
        edge.close();
    }

    @Test
    void schedule_getsMoreShardsOnline() {
        assertThat(edge.call("GET", "/v1/schedule")
                        .json()
                        .at("/layouts/0/shards")
                        .asInt())
                .isEqualTo(1);

        Reply grown = edge.call("PUT", "/v1/schedule", "{\"shards\":4}");

        assertThat(grown.status()).isEqualTo(200);
        assertThat(grown.json().at("/layouts")).hasSize(2);
        assertThat(grown.json().at("/layouts/1/shards").asInt()).isEqualTo(4);
        Reply fewer = edge.call("PUT", "/v1/schedule", "{\"shards\":3}");
        assertThat(fewer.status()).isEqualTo(422);
        assertThat(fewer.json().at("/errors/0/pointer").asText()).isEqualTo("/shards");
    }
}
