package dev.tidings.server.schedule;

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

    public static SchedulerOptions shared(int shards, long ahead) {
        return new SchedulerOptions(shards, false, ahead, 4, ScheduleTiming.SHARED);
    }
}
