package dev.tidings.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.Operation.Repeat;
import dev.tidings.client.model.Readiness;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A client of a Tidings server. Immutable and thread-safe; one per application is enough.
 *
 * <pre>{@code
 * TidingsClient tidings = TidingsClient.builder(URI.create("http://localhost:8080")).apiKey(key).build();
 * Accepted accepted = tidings.notifications().send(
 *         Notification.to("usr_42").title("Your order has shipped").build());
 * }</pre>
 *
 * <p>All calls block, hold no lock and can be interrupted, so they suit virtual threads. They throw a {@link ProblemException} if the
 * server refuses, and a {@link ConnectionException} if there is no answer. Calls are retried where that is safe: every notification has an
 * idempotency key, so that however often it is sent again, it is one notification.
 */
public final class TidingsClient {
    private final HttpCalls calls;

    private TidingsClient(HttpCalls calls) {
        this.calls = calls;
    }

    /** @param server the URL of the server, such as {@code http://localhost:8080} */
    public static Builder builder(URI server) {
        return new Builder(server);
    }

    /** Sending notifications, and tracing their deliveries. */
    public Notifications notifications() {
        return new Notifications(calls);
    }

    /** Deliveries that failed for good. */
    public DeadLetters deadLetters() {
        return new DeadLetters(calls);
    }

    /** User profiles, and tokens for users. */
    public Users users() {
        return new Users(calls);
    }

    /** The inbox, preferences and devices of a user, with an API key of the tenant. */
    public UserAccount user(String id) {
        return new UserAccount(calls, id);
    }

    /** The inbox, preferences, devices and live events of the user whose token this client has. */
    public MyAccount me() {
        return new MyAccount(calls);
    }

    /** Notification types. */
    public Types types() {
        return new Types(calls);
    }

    /** The templates of a notification type. */
    public Templates templates(String type) {
        return new Templates(calls, type);
    }

    /** Recurring schedules. */
    public RecurringSchedules recurring() {
        return new RecurringSchedules(calls);
    }

    /** Provider accounts. */
    public Providers providers() {
        return new Providers(calls);
    }

    /** Messages that were captured instead of sent, for development. */
    public CapturedMessages captured() {
        return new CapturedMessages(calls);
    }

    /** Endpoints that receive delivery and inbox events. */
    public Webhooks webhooks() {
        return new Webhooks(calls);
    }

    /** The audit log, and the secrets that sign user tokens. */
    public Access access() {
        return new Access(calls);
    }

    /** Tenants and their API keys, for operators. */
    public Tenants tenants() {
        return new Tenants(calls);
    }

    /** Whether the server should get traffic. Needs no credentials and is not retried. */
    public Readiness readiness() {
        ApiRequest request = calls.to(Operation.GET_READINESS);
        ApiResponse response = calls.ask(request);
        if (response.status() != 200 && response.status() != 503) {
            throw calls.problem(request, response.status(), response.headers(), response.body());
        }
        return response.as(Readiness.class);
    }

    /** The same client with the token of a user, for {@link #me()}. */
    public TidingsClient withToken(String token) {
        return withToken(() -> token);
    }

    /** @param token called for every attempt and every live connection, since tokens expire */
    public TidingsClient withToken(Supplier<String> token) {
        return new TidingsClient(calls.with(token));
    }

    /**
     * Calls an operation that is newer than this client.
     *
     * @param path with its query, percent-encoded by {@link #escape}
     * @param body any object that Jackson can write; null for none
     * @param headers such as {@code Idempotency-Key}, which makes any request repeatable
     * @return the response; a missing node if it has no body
     */
    public JsonNode call(String method, String path, Object body, Map<String, String> headers) {
        ApiRequest request = new ApiRequest(calls, method, path, Repeat.of(method));
        headers.forEach(request::header);
        return (body == null ? request : request.json(body)).json();
    }

    /** The JSON of a value of the model, with the names that the API uses. */
    public static JsonNode toJson(Object value) {
        return Json.MAPPER.valueToTree(value);
    }

    /** Percent-encodes a path segment, or the value of a query parameter. */
    public static String escape(String part) {
        return ApiRequest.escape(part);
    }

    /** The settings of a client. */
    public static final class Builder {
        private final URI server;
        private Supplier<String> bearer = () -> {
            throw new IllegalStateException("no credentials: set an API key or a user token");
        };
        private Duration timeout = Duration.ofSeconds(30);
        private Retries retries = Retries.defaults();
        private HttpClient http;

        private Builder(URI server) {
            this.server = server;
        }

        public Builder apiKey(String key) {
            bearer = () -> key;
            return this;
        }

        /** The token of a user instead of an API key; called for every attempt and every live connection. */
        public Builder userToken(Supplier<String> token) {
            bearer = token;
            return this;
        }

        /** The timeout of an attempt, 30 seconds by default. */
        public Builder timeout(Duration limit) {
            timeout = limit;
            return this;
        }

        public Builder retries(Retries policy) {
            retries = policy;
            return this;
        }

        /** An HTTP client with other settings: proxy, TLS, threads, HTTP/2. It must not follow redirects. */
        public Builder http(HttpClient client) {
            http = client;
            return this;
        }

        public TidingsClient build() {
            HttpClient client = http != null
                    ? http
                    : HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .connectTimeout(Duration.ofSeconds(5))
                            .build();
            return new TidingsClient(new HttpCalls(client, server, bearer, timeout, retries));
        }
    }
}
