package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.server.auth.ApiKeys;
import dev.tidings.server.validation.FieldErrors;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Handles {@code /v1/tenants/{tenant}/keys}: adds, lists, rotates and revokes API keys. Only the response that creates a secret contains
 * it.
 */
final class KeyHandlers {
    private static final String SCOPES = "one of "
            + Arrays.stream(ApiKeyScope.values()).map(ApiKeyScope::wire).collect(Collectors.joining(", "));
    private static final Duration DEFAULT_GRACE = Duration.ofDays(1);
    private static final Duration MAX_GRACE = Duration.ofDays(30);

    private final ApiKeys keys;

    KeyHandlers(ApiKeys keys) {
        this.keys = keys;
    }

    CompletionStage<ApiResponse> add(ApiRequest call) {
        String tenant = call.pathName("tenant");
        JsonFields fields = JsonFields.ofBody(call.body());
        String name = fields.singleLine("name", TenantHandlers.MAX_NAME).orElse("");
        String expected = "an array of at least one scope: " + SCOPES;
        Optional<List<Object>> values = fields.array("scopes", expected);
        Set<ApiKeyScope> scopes = values.map(given -> scopes(given, fields.pointer("scopes"), fields.errors()))
                .orElse(Set.of());
        fields.required("scopes", Optional.empty(), expected);
        fields.throwIfInvalid();
        return keys.add(tenant, name, scopes, call.actor()).thenApply(added -> {
            var minted = added.orElseThrow(() -> ProblemException.notFound("tenant"));
            return ApiResponse.json(201, json -> {
                json.writeStartObject();
                writeMetadata(json, minted.key());
                json.writeStringField("key", minted.text());
                json.writeEndObject();
            });
        });
    }

    private static Set<ApiKeyScope> scopes(List<Object> values, String pointer, FieldErrors errors) {
        Set<ApiKeyScope> scopes = EnumSet.noneOf(ApiKeyScope.class);
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            Optional<ApiKeyScope> scope = value instanceof String wire ? ApiKeyScope.ofWire(wire) : Optional.empty();
            if (scope.isEmpty() || !scopes.add(scope.get())) {
                errors.add(FieldErrors.child(pointer, i), JsonFields.display(value), SCOPES + ", each once");
            }
        }
        return scopes;
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        String tenant = call.pathName("tenant");
        return PageResponses.answer(
                call,
                "keys\n" + tenant,
                (json, key) -> {
                    json.writeStartObject();
                    writeMetadata(json, key);
                    json.writeEndObject();
                },
                after -> keys.list(tenant, after, call.limit())
                        .thenApply(found -> found.orElseThrow(() -> ProblemException.notFound("tenant"))));
    }

    private static void writeMetadata(JsonGenerator json, ApiKey key) throws IOException {
        json.writeStringField("id", key.id());
        json.writeStringField("name", key.name());
        json.writeArrayFieldStart("scopes");
        for (ApiKeyScope scope : new TreeSet<>(key.scopes())) {
            json.writeString(scope.wire());
        }
        json.writeEndArray();
        Json.time(json, "createdAt", key.createdAt());
        Json.time(json, "previousUntil", key.previousUntil());
        Json.time(json, "revokedAt", key.revokedAt());
    }

    CompletionStage<ApiResponse> rotate(ApiRequest call) {
        String tenant = call.pathName("tenant");
        String key = call.pathName("key");
        Duration grace = DEFAULT_GRACE;
        if (call.body().length > 0) {
            JsonFields fields = JsonFields.ofBody(call.body());
            Optional<Integer> seconds = fields.integer("graceSeconds", 0, (int) MAX_GRACE.toSeconds());
            fields.throwIfInvalid();
            grace = seconds.map(Duration::ofSeconds).orElse(grace);
        }
        return keys.rotate(tenant, key, grace, call.actor()).thenApply(rotated -> {
            var newKey = rotated.orElseThrow(() -> ProblemException.notFound("valid key"));
            return ApiResponse.json(200, json -> {
                json.writeStartObject();
                json.writeStringField("id", key);
                json.writeStringField("key", newKey.text());
                Json.time(json, "previousUntil", newKey.previousUntil());
                json.writeEndObject();
            });
        });
    }

    CompletionStage<ApiResponse> revoke(ApiRequest call) {
        return keys.revoke(call.pathName("tenant"), call.pathName("key"), call.actor())
                .thenApply(revoked -> {
                    if (!revoked) {
                        throw ProblemException.notFound("valid key");
                    }
                    return ApiResponse.noContent();
                });
    }
}
