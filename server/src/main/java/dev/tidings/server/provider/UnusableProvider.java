package dev.tidings.server.provider;

import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A provider in place of one that can't be opened, used if the tenant has no other for the address kind. Answers every delivery with a
 * retry, because a missing key can be restored and settings can be corrected.
 */
record UnusableProvider(String why) implements Provider {
    static final String CODE = "account_unusable";

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return CompletableFuture.completedFuture(
                new Outcome.Retry(CODE, "the provider account can't be opened: " + why));
    }

    @Override
    public Optional<String> problem() {
        return Optional.of(why);
    }

    @Override
    public void close() {
        // Nothing was opened.
    }
}
