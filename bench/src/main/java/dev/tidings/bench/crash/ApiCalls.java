package dev.tidings.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.bench.service.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The calls that the run makes, over plain HTTP as any client would. */
final class ApiCalls {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI url;
    private final String key;

    /** What an inbox holds. */
    record Item(String id, String nonce, boolean read) {}

    /** An answer that was not the one hoped for, but an answer. */
    static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        final int status;

        Refused(int status, String body) {
            super(status + " " + body);
            this.status = status;
        }
    }

    ApiCalls(ServiceProcess service) throws IOException {
        url = service.url();
        key = service.key();
    }

    /** The id it was accepted under. */
    String send(Sent sent) throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/v1/notifications")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"to\":{\"user\":\"" + sent.user() + "\"},\"title\":\"Torture\","
                        + "\"data\":{\"nonce\":\"" + sent.nonce() + "\"}}"));
        if (sent.keyed()) {
            request.header("Idempotency-Key", sent.nonce());
        }
        return JSON.readTree(call(request, 202)).path("id").asText();
    }

    void markRead(String user, String id) throws IOException, InterruptedException {
        call(request("/v1/users/" + user + "/inbox/" + id + "/read").POST(BodyPublishers.noBody()), 204);
    }

    long unread(String user) throws IOException, InterruptedException {
        return JSON.readTree(call(request("/v1/users/" + user + "/unread"), 200))
                .path("unread")
                .asLong(-1);
    }

    List<Item> inbox(String user) throws IOException, InterruptedException {
        List<Item> items = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            String path = "/v1/users/" + user + "/inbox?limit=100"
                    + cursor.map(text -> "&cursor=" + text).orElse("");
            JsonNode page = JSON.readTree(call(request(path), 200));
            for (JsonNode item : page.path("items")) {
                items.add(new Item(
                        item.path("id").asText(),
                        item.path("data").path("nonce").asText(),
                        item.path("readAt").isTextual()));
            }
            cursor = Optional.ofNullable(page.path("next").textValue());
        } while (cursor.isPresent());
        return items;
    }

    /** State of the in-app delivery. */
    String state(String user, String id) throws IOException, InterruptedException {
        JsonNode answer = JSON.readTree(call(request("/v1/notifications/" + id + "/deliveries?user=" + user), 200));
        for (JsonNode delivery : answer.findValues("deliveries").stream()
                .flatMap(list -> {
                    List<JsonNode> each = new ArrayList<>();
                    list.forEach(each::add);
                    return each.stream();
                })
                .toList()) {
            if (delivery.path("channel").asText().equals("in_app")) {
                return delivery.path("state").asText();
            }
        }
        return "missing";
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + key);
    }

    private String call(HttpRequest.Builder request, int expected) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        if (response.statusCode() != expected) {
            throw new Refused(response.statusCode(), response.body());
        }
        return response.body();
    }
}
