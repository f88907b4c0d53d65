package dev.tidings.server.schedule;

import java.time.Duration;
import java.util.Optional;

/**
 * The options of the schedule.
 *
 * @param shards the minimum number of shards
 * @param alone whether no other process sweeps the same tables
 * @param maxWaitingPerLane how many records of a tenant and priority may wait to be routed before further ones are held back
 * @param workers the number of sweeping threads
 */
public record SchedulerOptions(int shards, boolean alone, long maxWaitingPerLane, int workers, ScheduleTiming timing) {
    public static SchedulerOptions alone(int shards, long ahead) {
        return new SchedulerOptions(shards, true, ahead, 1, ScheduleTiming.ALONE);
    }

    /**
     * How long after its due time a record can't have been sent by another process too; empty if there is no other. An owner sends while less
     * than three quarters of its lease have passed, and what it sends is due. Its successor sends after the lease: at least a quarter of it
     * after the due time. The rest of the quarter is for clocks that differ.
     */
    public Optional<Duration> soleSenderTime() {
        return alone ? Optional.empty() : Optional.of(timing.lease().dividedBy(10));
    }

    public static SchedulerOptions shared(int shards, long ahead) {
        return new SchedulerOptions(shards, false, ahead, 4, ScheduleTiming.SHARED);
    }
}
