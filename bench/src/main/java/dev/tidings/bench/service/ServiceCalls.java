package dev.tidings.bench.service;

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

/** Calls to a Tidings in another process, over plain HTTP as any client would, as its tenant unless another bearer is named. */
public final class ServiceCalls {
    public static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http;
    private final URI url;
    private final String key;

    /** An answer that was not the one hoped for, but an answer. */
    public static final class Refused extends IOException {
        private static final long serialVersionUID = 1L;

        private final int status;

        Refused(int status, String body) {
            super(status + " " + body);
            this.status = status;
        }

        public int status() {
            return status;
        }

        /** Whether to ask again later. */
        public boolean forNow() {
            return status == 429 || status == 503;
        }
    }

    public ServiceCalls(HttpClient http, ServiceProcess service) throws IOException {
        this.http = http;
        this.url = service.url();
        this.key = service.key();
    }

    /** Outlives the process that it calls, which may be killed and come back. */
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
        return HttpRequest.newBuilder(url.resolve(path)).timeout(PATIENCE).header("Authorization", "Bearer " + bearer);
    }

    public HttpRequest.Builder post(String path, String type, String body) {
        return request(path).header("Content-Type", type).POST(BodyPublishers.ofString(body));
    }

    /** Whatever the answer is. */
    public HttpResponse<String> answer(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }

    /** The body of the answer, which has to be of this status. */
    public String call(HttpRequest.Builder request, int expected) throws IOException, InterruptedException {
        HttpResponse<String> response = answer(request);
        if (response.statusCode() != expected) {
            throw new Refused(response.statusCode(), response.body());
        }
        return response.body();
    }

    public JsonNode get(String path) throws IOException, InterruptedException {
        return get(path, key);
    }

    public JsonNode get(String path, String bearer) throws IOException, InterruptedException {
        return JSON.readTree(call(request(path, bearer), 200));
    }

    /** Sends a notification. The id it was accepted under. */
    public String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return JSON.readTree(call(request, 202)).path("id").asText();
    }

    public long unread(String user) throws IOException, InterruptedException {
        return get("/v1/users/" + user + "/unread").path("unread").asLong(-1);
    }

    /** State of the delivery to this user's inbox. */
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
