package dev.tidings.server.schedule;

import java.time.Duration;
import java.util.List;

/**
 * The durations that control the sweep of the schedule, for one process or several.
 *
 * @param readAhead how long before its due time a row is read, so that it can be sent to the millisecond
 * @param reachStep how far ahead of its reads a sweep raises its reach; a larger step saves writes and makes cancelling impossible earlier
 * @param changeCutoff how long before the due time nothing can be cancelled or moved any more; at least the sum of the two above
 * @param lateScanDelays how long after its due time a bucket is scanned again for late rows; the cursor lags behind by the last of them, which must
 *     exceed the duration of a write and the clock skew
 * @param lease after how long without a renewal an owner is succeeded
 */
public record ScheduleTiming(
        Duration readAhead, Duration reachStep, Duration changeCutoff, List<Duration> lateScanDelays, Duration lease) {

    /** For one process, which knows every added row: the repeated scan is a safety net. */
    public static final ScheduleTiming ALONE = new ScheduleTiming(
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            List.of(Duration.ofSeconds(5)),
            Duration.ofSeconds(10));

    /** For several processes on one store, with clock skew and without notice of each other's rows. */
    public static final ScheduleTiming SHARED = new ScheduleTiming(
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3),
            List.of(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(30)),
            Duration.ofSeconds(10));

    Duration lastScanDelay() {
        return lateScanDelays.get(lateScanDelays.size() - 1);
    }

    public ScheduleTiming {
        lateScanDelays = List.copyOf(lateScanDelays);
        if (lateScanDelays.isEmpty()) {
            throw new IllegalArgumentException("got no repeated scan, expected at least one for the cursor to follow");
        }
        if (changeCutoff.compareTo(readAhead.plus(reachStep)) < 0) {
            throw new IllegalArgumentException(
                    "cancel cutoff: got " + changeCutoff + ", expected at least readAhead and reachStep");
        }
    }
}
