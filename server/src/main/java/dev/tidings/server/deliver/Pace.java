package dev.tidings.server.deliver;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * So many a second: a bucket of tokens, of which each comer takes one and is told when it is good. Who is told to come later has the
 * token already, and need not ask again.
 */
final class Pace {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** What was not used lately may be used at once, but not more than a tenth of a second's worth. */
    private static final int BURST_PARTS = 10;

    private final LongSupplier nanos;
    private final long interval;
    private final long burst;
    private long nextFree;

    /** @param perSecond 0 for as many as one likes */
    Pace(int perSecond, LongSupplier nanos) {
        this.nanos = nanos;
        this.interval = perSecond == 0 ? 0 : SECOND / perSecond;
        this.burst = perSecond / BURST_PARTS * interval;
        this.nextFree = nanos.getAsLong() - burst;
    }

    /** Takes a token, and says how long it is until it is good. */
    synchronized Duration take() {
        if (interval == 0) {
            return Duration.ZERO;
        }
        long now = nanos.getAsLong();
        long at = nextFree - (now - burst) > 0 ? nextFree : now - burst;
        nextFree = at + interval;
        return Duration.ofNanos(Math.max(0, at - now));
    }
}
