package dev.tidings.server.limits;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A token bucket that limits the calls per second to a provider account. {@link #reserve} takes a token and returns the delay until it is
 * valid; the caller waits and need not ask again.
 */
public final class TokenBucket {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** Unused tokens may be spent in a burst, up to a tenth of a second's worth. */
    private static final int BURSTS_PER_SECOND = 10;

    private final LongSupplier nanos;
    private final long interval;
    private final long burst;
    private long nextFree;

    /** @param perSecond 0 for unlimited */
    public TokenBucket(int perSecond, LongSupplier nanos) {
        this.nanos = nanos;
        this.interval = perSecond == 0 ? 0 : SECOND / perSecond;
        this.burst = perSecond / BURSTS_PER_SECOND * interval;
        this.nextFree = nanos.getAsLong() - burst;
    }

    /** Takes a token and returns the time until it becomes valid. */
    public synchronized Duration reserve() {
        if (interval == 0) {
            return Duration.ZERO;
        }
        long now = nanos.getAsLong();
        long at = nextFree - (now - burst) > 0 ? nextFree : now - burst;
        nextFree = at + interval;
        return Duration.ofNanos(Math.max(0, at - now));
    }
}
