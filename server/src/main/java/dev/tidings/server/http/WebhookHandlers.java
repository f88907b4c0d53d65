package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.core.model.ResultPage;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.Rfc3339;
import dev.tidings.server.validation.ValueRules;
import dev.tidings.server.webhook.Endpoints;
import dev.tidings.server.webhook.WebhookReplay;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Handles {@code /v1/webhooks}: manages the endpoints of a tenant that receive webhook events, rotates their secrets, resumes paused ones
 * and replays events. Only the response that creates a secret contains the secret.
 */
final class WebhookHandlers {
    private static final String WHAT = "webhook";
    private static final String EVENTS = "one of "
            + Arrays.stream(WebhookEventKind.values())
                    .map(WebhookEventKind::wire)
                    .collect(Collectors.joining(", "));
    private static final Duration DEFAULT_GRACE = Duration.ofDays(1);
    private static final Duration MAX_GRACE = Duration.ofDays(30);

    private final Endpoints endpoints;
    private final WebhookReplay webhookReplay;
    private final BlockingPool calls;
    private final CallableUrls urls;

    WebhookHandlers(ApiContext api) {
        this.endpoints = api.delivery().endpoints();
        this.webhookReplay = api.delivery().webhookReplay();
        this.calls = api.pools().metadata();
        this.urls = api.callableUrls();
    }

    /** Not paged: a tenant has few. */
    CompletionStage<ApiResponse> list(ApiRequest call) {
        return calls.submit(() -> ApiResponse.list(
                new ResultPage<>(endpoints.list(call.tenant()), Optional.empty()), (json, endpoint) -> {
                    json.writeStartObject();
                    write(json, endpoint);
                    json.writeEndObject();
                }));
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        String id = call.pathName("webhook");
        return calls.submit(() -> found(endpoints.find(call.tenant(), id)));
    }

    CompletionStage<ApiResponse> add(ApiRequest call) {
        JsonFields fields = JsonFields.ofBody(call.body());
        String url = fields.required("url", url(fields), urls.expected());
        Set<WebhookEventKind> events = events(fields).orElse(Set.of());
        fields.throwIfInvalid();
        return calls.submit(() -> withSecret(201, endpoints.add(call.tenant(), url, events, call.actor())));
    }

    CompletionStage<ApiResponse> change(ApiRequest call) {
        String id = call.pathName("webhook");
        JsonFields fields = JsonFields.ofBody(call.body());
        Optional<String> url = url(fields);
        Optional<Set<WebhookEventKind>> events = events(fields);
        fields.throwIfInvalid();
        return calls.submit(() -> found(endpoints.change(call.tenant(), id, url, events, call.actor())));
    }

    CompletionStage<ApiResponse> rotate(ApiRequest call) {
        String id = call.pathName("webhook");
        Duration grace = DEFAULT_GRACE;
        if (call.body().length > 0) {
            JsonFields fields = JsonFields.ofBody(call.body());
            Optional<Integer> seconds = fields.integer("graceSeconds", 0, (int) MAX_GRACE.toSeconds());
            fields.throwIfInvalid();
            grace = seconds.map(Duration::ofSeconds).orElse(grace);
        }
        Duration valid = grace;
        return calls.submit(() -> withSecret(
                200,
                endpoints
                        .rotate(call.tenant(), id, valid, call.actor())
                        .orElseThrow(() -> ProblemException.notFound(WHAT))));
    }

    CompletionStage<ApiResponse> resume(ApiRequest call) {
        String id = call.pathName("webhook");
        return calls.submit(() -> found(endpoints.resume(call.tenant(), id, call.actor())));
    }

    /** Replays the events since a time. */
    CompletionStage<ApiResponse> replay(ApiRequest call) {
        String id = call.pathName("webhook");
        JsonFields fields = JsonFields.ofBody(call.body());
        Optional<String> text = fields.text(
                "since", ValueRules.TIME, given -> Rfc3339.parse(given).isPresent());
        fields.required("since", text, ValueRules.TIME);
        fields.throwIfInvalid();
        Instant since = Rfc3339.parse(text.orElseThrow()).orElseThrow();
        return calls.submit(() -> webhookReplay
                        .replaySince(call.tenant(), id, since)
                        .orElseThrow(() -> ProblemException.notFound(WHAT)))
                .thenCompose(replayed -> replayed)
                .thenApply(count -> ApiResponse.json(202, json -> {
                    json.writeStartObject();
                    json.writeNumberField("events", count);
                    json.writeEndObject();
                }));
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        String id = call.pathName("webhook");
        return calls.submit(() -> {
            if (!endpoints.delete(call.tenant(), id, call.actor())) {
                throw ProblemException.notFound(WHAT);
            }
            return ApiResponse.noContent();
        });
    }

    private Optional<String> url(JsonFields fields) {
        return fields.text("url", urls.expected(), urls::isUrl);
    }

    private static Optional<Set<WebhookEventKind>> events(JsonFields fields) {
        return fields.list("events", "an array of events, all if empty: " + EVENTS)
                .map(values -> {
                    Set<WebhookEventKind> events = EnumSet.noneOf(WebhookEventKind.class);
                    addEvents(values, fields, events);
                    return events;
                });
    }

    private static void addEvents(List<Object> values, JsonFields fields, Set<WebhookEventKind> events) {
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            Optional<WebhookEventKind> event =
                    value instanceof String wire ? WebhookEventKind.ofWire(wire) : Optional.empty();
            if (event.isEmpty() || !events.add(event.get())) {
                fields.errors()
                        .add(
                                FieldErrors.child(fields.pointer("events"), i),
                                JsonFields.display(value),
                                EVENTS + ", each once");
            }
        }
    }

    private static ApiResponse found(Optional<WebhookEndpoint> endpoint) {
        WebhookEndpoint present = endpoint.orElseThrow(() -> ProblemException.notFound(WHAT));
        return ApiResponse.json(200, json -> {
            json.writeStartObject();
            write(json, present);
            json.writeEndObject();
        });
    }

    private static ApiResponse withSecret(int status, Endpoints.EndpointWithSecret created) {
        return ApiResponse.json(status, json -> {
            json.writeStartObject();
            write(json, created.endpoint());
            json.writeStringField("secret", created.secret().reveal());
            json.writeEndObject();
        });
    }

    private static void write(JsonGenerator json, WebhookEndpoint endpoint) throws IOException {
        json.writeStringField("id", endpoint.id());
        json.writeStringField("url", endpoint.url());
        json.writeArrayFieldStart("events");
        for (WebhookEventKind event : new TreeSet<>(endpoint.events())) {
            json.writeString(event.wire());
        }
        json.writeEndArray();
        json.writeFieldName("paused");
        if (endpoint.paused().isEmpty()) {
            json.writeNull();
        } else {
            json.writeStartObject();
            json.writeStringField("reason", endpoint.paused().get().reason());
            Json.time(json, "since", endpoint.paused().get().since());
            json.writeEndObject();
        }
        Json.time(json, "createdAt", endpoint.createdAt());
    }
}
