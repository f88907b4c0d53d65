package dev.tidings.channels.capture;

import dev.tidings.channels.UnderWay;
import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.deliver.Provider;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Hands everything to whoever keeps it. */
final class CaptureProvider implements Provider {
    private static final Duration LONGEST_CLOSING = Duration.ofSeconds(5);

    private final UnderWay underWay = new UnderWay();
    private final Function<Delivery, CompletableFuture<Outcome>> keeper;
    private final Duration timeout;

    CaptureProvider(Function<Delivery, CompletableFuture<Outcome>> keeper, Duration timeout) {
        this.keeper = keeper;
        this.timeout = timeout;
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return underWay.start(() -> keeper.apply(delivery));
    }

    @Override
    public Optional<String> problem() {
        return underWay.problem();
    }

    @Override
    public void close() {
        underWay.close(timeout.compareTo(LONGEST_CLOSING) < 0 ? timeout : LONGEST_CLOSING);
    }
}
