package dev.tidings.channels.fcm;

import dev.tidings.channels.InFlightDeliveries;
import dev.tidings.channels.http.HttpCaller;
import dev.tidings.channels.http.ProviderResponse;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Delivers push notifications through Firebase Cloud Messaging. */
final class FcmProvider implements Provider {
    private final InFlightDeliveries inFlight = new InFlightDeliveries();
    private final ProviderKind.ProviderContext context;
    private final HttpCaller http;
    private final AccessTokens tokens;
    private final URI send;

    FcmProvider(ServiceAccount account, URI base, ProviderKind.ProviderContext context) {
        this.context = context;
        http = new HttpCaller(context.timeout());
        tokens = new AccessTokens(account, http, context.clock());
        send = base.resolve("/v1/projects/" + account.project() + "/messages:send");
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return inFlight.start(() -> attempt(delivery));
    }

    private CompletableFuture<Outcome> attempt(Delivery delivery) {
        FcmMessage message;
        try {
            message = new FcmMessage(delivery);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.completedFuture(new Outcome.Rejected("bad_data", e.getMessage()));
        }
        if (message.tooLarge()) {
            return CompletableFuture.completedFuture(
                    new Outcome.Rejected("payload_too_large", "expected at most " + FcmMessage.MAX_BYTES + " bytes"));
        }
        return tokens.get().thenCompose(answered -> {
            if (answered instanceof AccessTokens.AccessToken token) {
                return send(message, token);
            }
            return CompletableFuture.completedFuture(((AccessTokens.NoToken) answered).outcome());
        });
    }

    private CompletableFuture<Outcome> send(FcmMessage message, AccessTokens.AccessToken token) {
        HttpRequest request = HttpRequest.newBuilder(send)
                .header("Authorization", "Bearer " + token.value())
                .header("Content-Type", "application/json; charset=UTF-8")
                .POST(HttpRequest.BodyPublishers.ofString(
                        message.json(context.clock().instant())))
                .build();
        return http.send(request, answer -> understood(answer, token));
    }

    private Outcome understood(ProviderResponse answer, AccessTokens.AccessToken token) {
        Outcome outcome = FcmResponses.outcome(answer, context.clock().instant());
        // Not for the other 401, which is about the project's keys for other services: a new token would not help.
        if (answer.status() == 401 && !answer.body().contains("THIRD_PARTY_AUTH_ERROR")) {
            tokens.invalidate(token);
        }
        return outcome;
    }

    @Override
    public Optional<String> problem() {
        return inFlight.problem();
    }

    @Override
    public void close() {
        inFlight.close(context.timeout());
    }
}
