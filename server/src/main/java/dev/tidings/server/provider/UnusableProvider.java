package dev.tidings.server.provider;

import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.deliver.Provider;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Stands for an account that can't be opened, where no other can be asked. What was to be sent with it is tried again later: a key
 * that is missing can be found again, and settings can be put right.
 */
record UnusableProvider(String why) implements Provider {
    static final String CODE = "account_unusable";

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return CompletableFuture.completedFuture(
                new Outcome.Retry(CODE, "the account of the provider can't be opened: " + why));
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
