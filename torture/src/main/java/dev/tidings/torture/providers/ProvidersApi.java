package dev.tidings.torture.providers;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.testkit.delivery.simulator.FcmServer;
import dev.tidings.testkit.delivery.simulator.TwilioServer;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The HTTP calls of the providers run: sets up a tenant with three channels, sends notifications and reads delivery states. */
final class ProvidersApi {
    static final String TYPE = "torture";
    static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http;
    private final URI url;
    private final String key;

    ProvidersApi(HttpClient http, ServiceProcess service) throws IOException {
        this.http = http;
        this.url = service.url();
        this.key = service.key();
    }

    /**
     * Creates provider accounts at all three simulators. Only the faulty one hangs on purpose and has a short timeout; the healthy ones
     * answer, however slow the machine is.
     */
    void accounts(TwilioServer sms, FcmServer push, WebhookServer webhook) throws IOException, InterruptedException {
        put(
                "/v1/providers/sms",
                account(
                        "twilio",
                        "PT5S",
                        Map.of(
                                "accountSid",
                                TwilioServer.ACCOUNT_SID,
                                "authToken",
                                TwilioServer.AUTH_TOKEN,
                                "from",
                                "+15005550006",
                                "baseUrl",
                                sms.url())));
        put(
                "/v1/providers/push",
                account(
                        "fcm",
                        "PT30S",
                        Map.of(
                                "serviceAccount", push.serviceAccount(),
                                "baseUrl", push.url())));
        put(
                "/v1/providers/webhook",
                account("webhook", "PT30S", Map.of("secrets", WebhookServer.SECRET, "allowPrivate", "true")));
        put("/v1/types/" + TYPE, Map.of("channels", new String[] {"push", "sms", "webhook"}));
    }

    private static Map<String, Object> account(String kind, String timeout, Map<String, String> settings) {
        return Map.of("kind", kind, "settings", settings, "timeout", timeout, "maxConcurrent", 500);
    }

    /** Creates a user with one address on each channel and an opt-in to SMS. */
    void user(int number, WebhookServer webhook) throws IOException, InterruptedException {
        String user = user(number);
        put("/v1/users/" + user, Map.of("phone", phone(number), "webhook", webhook.endpoint(number)));
        put("/v1/users/" + user + "/devices/phone", Map.of("kind", "fcm", "token", token(number)));
        call("PATCH", "/v1/users/" + user + "/preferences", Map.of("channels", Map.of("sms", true)));
    }

    static String user(int number) {
        return "user" + number;
    }

    static String phone(int number) {
        return "+1500555" + (1_000 + number);
    }

    static String token(int number) {
        return "token-of-device-" + number;
    }

    /** The id of the accepted notification; empty while the service is unreachable. */
    Optional<String> send(int user, int number) throws InterruptedException {
        try {
            HttpResponse<String> answer = http.send(
                    request("/v1/notifications")
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString("{\"type\":\"" + TYPE + "\",\"to\":{\"user\":\"" + user(user)
                                    + "\"},\"title\":\"Torture\",\"body\":\"#" + number + "#\"}"))
                            .build(),
                    BodyHandlers.ofString());
            return answer.statusCode() == 202
                    ? Optional.of(JSON.readTree(answer.body()).path("id").asText())
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The delivery states by channel. */
    Map<String, String> states(String id, int user) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                request("/v1/notifications/" + id + "/deliveries?user=" + user(user))
                        .build(),
                BodyHandlers.ofString());
        Map<String, String> states = new HashMap<>();
        if (answer.statusCode() == 200) {
            JSON.readTree(answer.body())
                    .path("deliveries")
                    .forEach(one -> states.put(
                            one.path("channel").asText(), one.path("state").asText()));
        }
        return states;
    }

    private void put(String path, Object body) throws IOException, InterruptedException {
        call("PUT", path, body);
    }

    private void call(String method, String path, Object body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build(),
                BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IllegalStateException(
                    "unexpected answer to " + method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(url.resolve(path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + key);
    }
}
