package dev.tidings.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.server.DevelopmentKey;
import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import dev.tidings.testkit.HeldPort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** A complete server in a folder, which keeps its port over restarts. */
final class TestServer implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HeldPort port = HeldPort.any();
    private final Config config;
    private final InstantSource clock;
    private final HttpClient http = HttpClient.newHttpClient();
    private Tidings tidings;

    TestServer(Path folder, InstantSource clock) {
        this(folder, clock, Map.of());
    }

    /** @param settings options by environment variable */
    TestServer(Path folder, InstantSource clock, Map<String, String> settings) {
        this.clock = clock;
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("TIDINGS_DATA_FOLDER", folder.toString());
        environment.put("TIDINGS_STORAGE_BLOCK_CACHE", "8MiB");
        environment.put("TIDINGS_HTTP_PORT", Integer.toString(port.number()));
        config = Config.load(Optional.empty(), environment).config();
        start();
    }

    void start() {
        tidings = Tidings.start(config, clock);
    }

    void stop() {
        tidings.close();
    }

    String url() {
        return config.http().url(config.http().port());
    }

    String key() {
        return DevelopmentKey.read(config.dataFolder());
    }

    void send(String user, String title) {
        send(Map.of("to", Map.of("user", user), "title", title));
    }

    /** Sends a notification, and waits until it is in the inbox. */
    void send(Map<String, ?> notification) {
        assertThat(call("POST", "/v1/notifications", notification).statusCode()).isEqualTo(202);
        assertThat(tidings.service().drain(Duration.ofSeconds(30))).isTrue();
    }

    /** The state of the in-app delivery of a notification. */
    String inAppState(String id, String user) {
        JsonNode deliveries = read(call("GET", "/v1/notifications/%s/deliveries?user=%s".formatted(id, user), null))
                .path("deliveries");
        return StreamSupport.stream(deliveries.spliterator(), false)
                .filter(delivery -> delivery.path("channel").asText().equals("in_app"))
                .map(delivery -> delivery.path("state").asText())
                .findFirst()
                .orElse("none");
    }

    String token(String user) {
        return read(call("POST", "/v1/users/" + user + "/tokens", null))
                .path("token")
                .asText();
    }

    List<String> titles(String user) {
        return texts(user, "title");
    }

    List<String> texts(String user, String field) {
        JsonNode page = read(call("GET", "/v1/users/" + user + "/inbox?limit=100", null));
        return StreamSupport.stream(page.path("items").spliterator(), false)
                .map(item -> item.path(field).asText())
                .toList();
    }

    private static JsonNode read(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HttpResponse<String> call(String method, String path, Object json) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path))
                    .timeout(Duration.ofSeconds(30))
                    .header("Authorization", "Bearer " + key())
                    .method(
                            method,
                            json == null
                                    ? BodyPublishers.noBody()
                                    : BodyPublishers.ofString(JSON.writeValueAsString(json)));
            if (json != null) {
                request.header("Content-Type", "application/json");
            }
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        stop();
        port.close();
    }
}
