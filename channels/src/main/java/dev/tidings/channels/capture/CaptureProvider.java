package dev.tidings.channels.capture;

import dev.tidings.channels.InFlightDeliveries;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The provider of the kind {@link CaptureKind}: passes every delivery to the shared capture store instead of sending it. */
final class CaptureProvider implements Provider {
    private static final Duration MAX_CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final InFlightDeliveries inFlight = new InFlightDeliveries();
    private final Function<Delivery, CompletableFuture<Outcome>> capture;
    private final Duration timeout;

    CaptureProvider(Function<Delivery, CompletableFuture<Outcome>> capture, Duration timeout) {
        this.capture = capture;
        this.timeout = timeout;
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return inFlight.start(() -> capture.apply(delivery));
    }

    @Override
    public Optional<String> problem() {
        return inFlight.problem();
    }

    @Override
    public void close() {
        inFlight.close(timeout.compareTo(MAX_CLOSE_TIMEOUT) < 0 ? timeout : MAX_CLOSE_TIMEOUT);
    }
}
