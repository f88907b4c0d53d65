package dev.tidings.torture.service;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * An HTTP client of a Tidings child process, on which the crash, schedule and live runs build their calls. It authenticates as the
 * tenant unless another bearer token is given.
 */
public final class ServiceClient {
    public static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient http;
    private final URI url;
    private final String key;

    /** An unexpected status code. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        private final int status;

        RefusedException(int status, String body) {
            super(status + " " + body);
            this.status = status;
        }

        public int status() {
            return status;
        }

        /** Whether the request may be retried later. */
        public boolean retryable() {
            return status == 429 || status == 503;
        }
    }

    public ServiceClient(HttpClient http, ServiceProcess service) throws IOException {
        this.http = http;
        this.url = service.url();
        this.key = service.key();
    }

    /** A client that survives restarts of the process it calls. */
    public static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
    }

    public URI url() {
        return url;
    }

    public HttpRequest.Builder request(String path) {
        return request(path, key);
    }

    public HttpRequest.Builder request(String path, String bearer) {
        return HttpRequest.newBuilder(url.resolve(path)).timeout(TIMEOUT).header("Authorization", "Bearer " + bearer);
    }

    public HttpRequest.Builder post(String path, String type, String body) {
        return request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body));
    }

    /** Sends a request and accepts any status. */
    public HttpResponse<String> answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /** The body of the response, which must have this status. */
    public String call(HttpRequest.Builder request, int expected) throws IOException, InterruptedException {
        HttpResponse<String> response = answer(request);
        if (response.statusCode() != expected) {
            throw new RefusedException(response.statusCode(), response.body());
        }
        return response.body();
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        return get(path, key);
    }

    public JsonNode get(String path, String bearer) throws IOException, InterruptedException {
        return JSON.readTree(call(request(path, bearer), 200));
    }

    /** Sends a notification and returns its id. */
    public String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return JSON.readTree(call(request, 202)).path("id").asText();
    }

    public long unread(String user) throws IOException, InterruptedException {
        return get("/v1/users/" + user + "/unread").path("unread").asLong(-1);
    }

    /** The state of the in-app delivery to this user. */
    public String state(String user, String id) throws IOException, InterruptedException {
        for (JsonNode deliveries :
                get("/v1/notifications/" + id + "/deliveries?user=" + user).findValues("deliveries")) {
            for (JsonNode delivery : deliveries) {
                if (delivery.path("channel").asText().equals("in_app")) {
                    return delivery.path("state").asText();
                }
            }
        }
        return "missing";
    }
}
