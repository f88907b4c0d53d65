package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.UserTokens;
import java.io.IOException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Mints user tokens for a tenant, and lists, adds and revokes the secrets that sign them. A revoked secret also closes the live connections
 * of its tokens.
 */
final class TokenHandlers {
    private final UserTokens tokens;
    private final Runnable revoked;

    TokenHandlers(UserTokens tokens, Runnable revoked) {
        this.tokens = tokens;
        this.revoked = revoked;
    }

    CompletionStage<ApiResponse> mint(ApiRequest call) {
        UserKey user = call.user();
        Duration life = tokens.defaultLife();
        if (call.body().length > 0) {
            JsonFields fields = JsonFields.ofBody(call.body());
            Optional<Integer> seconds =
                    fields.integer("ttlSeconds", 1, (int) tokens.maxLife().toSeconds());
            fields.throwIfInvalid();
            life = seconds.map(Duration::ofSeconds).orElse(life);
        }
        return tokens.mint(user.tenant(), user.user(), life, call.actor())
                .thenApply(minted -> ApiResponse.json(201, json -> {
                    json.writeStartObject();
                    json.writeStringField("token", minted.token());
                    Json.time(json, "expiresAt", minted.expiresAt());
                    json.writeEndObject();
                }));
    }

    CompletionStage<ApiResponse> listSecrets(ApiRequest call) {
        return tokens.secrets(call.tenant())
                .thenApply(all -> ApiResponse.list(new ResultPage<>(all, Optional.empty()), (json, secret) -> {
                    json.writeStartObject();
                    writeMetadata(json, secret);
                    json.writeEndObject();
                }));
    }

    /** The only response that contains the secret, with which the tenant can sign its own tokens. */
    CompletionStage<ApiResponse> addSecret(ApiRequest call) {
        return tokens.addSecret(call.tenant(), call.actor())
                .thenApply(secret -> ApiResponse.json(201, json -> {
                    json.writeStartObject();
                    writeMetadata(json, secret);
                    json.writeStringField(
                            "secret", Base64.getUrlEncoder().withoutPadding().encodeToString(secret.secret()));
                    json.writeEndObject();
                }));
    }

    private static void writeMetadata(JsonGenerator json, TokenSecret secret) throws IOException {
        json.writeStringField("kid", secret.kid());
        Json.time(json, "createdAt", secret.createdAt());
        Json.time(json, "revokedAt", secret.revokedAt());
    }

    CompletionStage<ApiResponse> revokeSecret(ApiRequest call) {
        return tokens.revokeSecret(call.tenant(), call.pathName("kid"), call.actor())
                .thenApply(found -> {
                    if (!found) {
                        throw ProblemException.notFound("token secret");
                    }
                    revoked.run();
                    return ApiResponse.noContent();
                });
    }
}
