package dev.tidings.server.deliver;

import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.deliver.Provider;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/** One provider of a tenant, with how much of it may be used at once and a second, and whether it works at all. */
public final class Carrier {
    /** What says that there was no room on our side, or that the account was changed. */
    private static final Set<String> OURS = Set.of("busy", "closed");

    /** A handful always fits. */
    private static final int FEWEST_IN_LINE = 512;

    private final String id;
    private final Provider provider;
    private final Duration timeout;
    private final int most;
    private final AtOnce atOnce;
    private final Pace pace;
    private final Breaker breaker;

    /**
     * @param id what it is called in tables; no other tenant's is called the same
     * @param timeout how long the provider waits for an answer
     * @param perSecond 0 for as many as one likes
     */
    public Carrier(String id, Provider provider, Duration timeout, int maxAtOnce, int perSecond, LongSupplier nanos) {
        this.id = id;
        this.provider = provider;
        this.timeout = timeout;
        this.most = Math.max(FEWEST_IN_LINE, 2 * maxAtOnce);
        this.atOnce = new AtOnce(maxAtOnce);
        this.pace = new Pace(perSecond, nanos);
        this.breaker = new Breaker(nanos);
    }

    String id() {
        return id;
    }

    Duration timeout() {
        return timeout;
    }

    /** Takes a turn, and says how long it is until then. */
    Duration turn() {
        return pace.take();
    }

    /** How long nobody needs to ask, since it does not work; zero if it does. */
    Duration closedFor() {
        return breaker.closedFor();
    }

    /** Whether so many wait for it already that more would only wait in memory instead of in the schedule. */
    boolean isCrowded() {
        return atOnce.waiting() >= most;
    }

    /** Whether a call may be made now; if so, {@link #call} has to follow, or {@link #leave}. */
    boolean enter() {
        return breaker.enter();
    }

    void leave() {
        breaker.left();
    }

    /** Waits until there is room, and makes the call. */
    CompletableFuture<Outcome> call(Call call) {
        return atOnce.enter().thenCompose(inside -> call.make(provider)).whenComplete((outcome, failure) -> {
            atOnce.leave();
            // Providers answer with an outcome, whatever happens; what fails is our own.
            if (outcome == null) {
                breaker.left();
            } else {
                breaker.ended(isTrouble(outcome));
            }
        });
    }

    /** What is done once there is room. */
    interface Call {
        /** Completes with null if the provider was not called after all. */
        CompletableFuture<Outcome> make(Provider provider);
    }

    /** Whether it is the provider that has a problem, and not this delivery. */
    private static boolean isTrouble(Outcome outcome) {
        return outcome instanceof Outcome.Retry retry && !OURS.contains(retry.code())
                || outcome instanceof Outcome.Unclear;
    }
}
