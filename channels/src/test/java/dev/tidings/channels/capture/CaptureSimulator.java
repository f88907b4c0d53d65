package dev.tidings.channels.capture;

import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** The simulated provider behind the capture provider, controlled by its own script. */
final class CaptureSimulator implements ProviderSimulator {
    /** Short: there is no server that could be slow. */
    private static final Duration NO_ANSWER = Duration.ofMillis(500);

    private final CaptureKind capture = new CaptureKind();
    private final Map<String, Behaviour> behaviours = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final Provider provider;
    private volatile boolean gone;

    CaptureSimulator(Duration timeout) {
        this.provider = new CaptureProvider(this::take, timeout);
    }

    private CompletableFuture<Outcome> take(Delivery delivery) {
        String address = delivery.address().value();
        Behaviour behaviour = gone ? Behaviour.FAILS : behaviours.getOrDefault(address, Behaviour.ACCEPTS);
        List<CaptureRule> rules = new ArrayList<>();
        rule(behaviour, delivery.user().user()).ifPresent(rules::add);
        CompletableFuture<Outcome> outcome;
        synchronized (this) {
            capture.script(delivery.user().tenant(), rules);
            outcome = capture.take(delivery, InstantSource.system(), NO_ANSWER);
        }
        received.add(new Received(address, delivery.message(), delivery.dedupeKey()));
        // Scripts have no such outcome, because it is of no use in development.
        return behaviour == Behaviour.HOLDS ? released.thenCompose(done -> outcome) : outcome;
    }

    private static Optional<CaptureRule> rule(Behaviour behaviour, String user) {
        CaptureOutcome outcome = switch (behaviour) {
            case ACCEPTS, HOLDS -> CaptureOutcome.ACCEPT;
            case REFUSES -> CaptureOutcome.REFUSE;
            case UNKNOWN_ADDRESS -> CaptureOutcome.UNREGISTER;
            case THROTTLES, FAILS -> CaptureOutcome.RETRY;
            case GARBAGE -> CaptureOutcome.HANG;
            case HANGS, DROPS -> CaptureOutcome.ACCEPT_THEN_TIMEOUT;
        };
        Duration after = behaviour == Behaviour.THROTTLES ? RETRY_AFTER : Duration.ZERO;
        return Optional.of(
                new CaptureRule(Optional.empty(), Optional.of(user), outcome, after, OptionalLong.empty(), 1));
    }

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public void script(String address, Behaviour behaviour) {
        behaviours.put(address, behaviour);
    }

    @Override
    public void release() {
        released.complete(null);
    }

    @Override
    public void stop() {
        gone = true;
    }

    @Override
    public List<Received> received() {
        return List.copyOf(received);
    }

    @Override
    public void close() {
        released.complete(null);
    }
}
