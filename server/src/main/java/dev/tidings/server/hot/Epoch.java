package dev.tidings.server.hot;

import dev.tidings.core.hot.CacheVersion;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The version and lease source shared by all parts of a {@link MemoryHotState}. Issues cache versions that are never reused and the expiry
 * of write leases; {@link #reset}, called when all data is lost, starts a new epoch that invalidates all earlier versions.
 */
final class Epoch {
    private final InstantSource clock;
    private final Duration lease;
    private final AtomicLong numbers = new AtomicLong();
    private volatile long epoch;
    /** When the last lease taken before the loss expires. None can exist before the process started. */
    private volatile Instant settled = Instant.MIN;

    Epoch(InstantSource clock, Duration lease) {
        this.clock = clock;
        this.lease = lease;
    }

    long nextNumber() {
        return numbers.incrementAndGet();
    }

    CacheVersion version(long number) {
        return new CacheVersion(epoch, number);
    }

    boolean isCurrent(CacheVersion version) {
        return version.epoch() == epoch;
    }

    Instant leaseEnd() {
        return clock.instant().plus(lease);
    }

    boolean isPast(Instant end) {
        return !clock.instant().isBefore(end);
    }

    boolean settled() {
        return settled == Instant.MIN || isPast(settled);
    }

    void reset() {
        settled = leaseEnd();
        epoch = numbers.incrementAndGet();
    }
}
