package dev.tidings.torture.live;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.torture.service.ServiceClient;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The HTTP calls of the live runs besides the live connections: sends notifications as the tenant, and reads inboxes and marks as
 * read as its users.
 */
final class LiveApi {
    private final HttpClient http;
    private final ServiceClient calls;

    LiveApi(HttpClient http, ServiceProcess service) throws IOException {
        this.http = http;
        calls = new ServiceClient(http, service);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(calls.url().getHost(), calls.url().getPort());
    }

    TokenSigner tokens() throws IOException, InterruptedException {
        JsonNode secret = ServiceClient.JSON.readTree(
                calls.call(calls.request("/v1/token-secrets").POST(BodyPublishers.noBody()), 201));
        return new TokenSigner(
                secret.path("kid").asText(),
                Base64.getUrlDecoder().decode(secret.path("secret").asText()));
    }

    /** Sends a notification and returns its id. */
    String send(String body) throws IOException, InterruptedException {
        return calls.send(calls.post("/v1/notifications", "application/json", body));
    }

    void markRead(String token, String id) throws IOException, InterruptedException {
        calls.call(calls.request("/v1/me/inbox/" + id + "/read", token).POST(BodyPublishers.noBody()), 204);
    }

    void markAllRead(String token) throws IOException, InterruptedException {
        calls.call(calls.request("/v1/me/inbox/read-all", token).POST(BodyPublishers.noBody()), 200);
    }

    long unread(String token) throws IOException, InterruptedException {
        return calls.get("/v1/me/unread", token).path("unread").asLong(-1);
    }

    /** The inbox of a user: notification ids, and whether each is read. */
    Map<String, Boolean> inbox(String token) throws IOException, InterruptedException {
        Map<String, Boolean> items = new HashMap<>();
        Optional<String> cursor = Optional.empty();
        do {
            String path = "/v1/me/inbox?limit=100"
                    + cursor.map(text -> "&cursor=" + text).orElse("");
            JsonNode page = calls.get(path, token);
            page.path("items")
                    .forEach(item -> items.put(
                            item.path("id").asText(), item.path("readAt").isTextual()));
            cursor = Optional.ofNullable(page.path("next").textValue());
        } while (cursor.isPresent());
        return items;
    }

    String state(String user, String id) throws IOException, InterruptedException {
        return calls.state(user, id);
    }

    /** Requests a connection ticket, valid once for half a minute. */
    CompletableFuture<String> ticket(String token) {
        return http.sendAsync(
                        calls.request("/v1/me/ticket", token)
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString())
                .thenApply(answer -> {
                    if (answer.statusCode() != 201) {
                        throw new IllegalStateException("no ticket: " + answer.statusCode() + " " + answer.body());
                    }
                    try {
                        return ServiceClient.JSON
                                .readTree(answer.body())
                                .path("ticket")
                                .asText();
                    } catch (IOException garbage) {
                        throw new IllegalStateException("no ticket: " + answer.body(), garbage);
                    }
                });
    }
}
