package dev.tidings.bench.sockets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.bench.service.ServiceProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The calls that a run makes besides its sockets, as the tenant and as its users. */
final class Calls {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http;
    private final URI url;
    private final String key;

    Calls(HttpClient http, ServiceProcess service) throws IOException {
        this.http = http;
        url = service.url();
        key = service.key();
    }

    static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
    }

    InetSocketAddress address() {
        return new InetSocketAddress(url.getHost(), url.getPort());
    }

    Tokens tokens() throws IOException, InterruptedException {
        JsonNode secret = JSON.readTree(call(request("/v1/token-secrets", key).POST(BodyPublishers.noBody()), 201));
        return new Tokens(
                secret.path("kid").asText(),
                Base64.getUrlDecoder().decode(secret.path("secret").asText()));
    }

    /** The id it was accepted under. */
    String send(String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/v1/notifications", key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
        return JSON.readTree(call(request, 202)).path("id").asText();
    }

    void markRead(String token, String id) throws IOException, InterruptedException {
        call(request("/v1/me/inbox/" + id + "/read", token).POST(BodyPublishers.noBody()), 204);
    }

    void markAllRead(String token) throws IOException, InterruptedException {
        int status = http.send(
                        request("/v1/me/inbox/read-all", token)
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .statusCode();
        if (status / 100 != 2) {
            throw new Refused(status, "read-all");
        }
    }

    long unread(String token) throws IOException, InterruptedException {
        return JSON.readTree(call(request("/v1/me/unread", token), 200))
                .path("unread")
                .asLong(-1);
    }

    /** What is in a user's inbox, and whether it is read. */
    Map<String, Boolean> inbox(String token) throws IOException, InterruptedException {
        Map<String, Boolean> items = new HashMap<>();
        Optional<String> cursor = Optional.empty();
        do {
            String path = "/v1/me/inbox?limit=100"
                    + cursor.map(text -> "&cursor=" + text).orElse("");
            JsonNode page = JSON.readTree(call(request(path, token), 200));
            page.path("items")
                    .forEach(item -> items.put(
                            item.path("id").asText(), item.path("readAt").isTextual()));
            cursor = Optional.ofNullable(page.path("next").textValue());
        } while (cursor.isPresent());
        return items;
    }

    /** State of the delivery to this user's inbox. */
    String state(String user, String id) throws IOException, InterruptedException {
        JsonNode answer =
                JSON.readTree(call(request("/v1/notifications/" + id + "/deliveries?user=" + user, key), 200));
        for (JsonNode deliveries : answer.findValues("deliveries")) {
            for (JsonNode delivery : deliveries) {
                if (delivery.path("channel").asText().equals("in_app")) {
                    return delivery.path("state").asText();
                }
            }
        }
        return "missing";
    }

    /** Good for one connection, within half a minute. */
    CompletableFuture<String> ticket(String token) {
        return http.sendAsync(
                        request("/v1/me/ticket", token)
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .thenApply(answer -> {
                    if (answer.statusCode() != 201) {
                        throw new IllegalStateException("no ticket: " + answer.statusCode() + " " + answer.body());
                    }
                    try {
                        return JSON.readTree(answer.body()).path("ticket").asText();
                    } catch (IOException garbage) {
                        throw new IllegalStateException("no ticket: " + answer.body(), garbage);
                    }
                });
    }

    private HttpRequest.Builder request(String path, String bearer) {
        return HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE).header("Authorization", "Bearer " + bearer);
    }

    private String call(HttpRequest.Builder request, int expected) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != expected) {
            throw new Refused(response.statusCode(), response.body());
        }
        return response.body();
    }

    /** An answer that was not the one hoped for, but an answer. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        final int status;

        Refused(int status, String body) {
            super(status + " " + body);
            this.status = status;
        }

        /** Whether to ask again later. */
        boolean forNow() {
            return status == 429 || status == 503;
        }
    }
}
