package dev.tidings.server.schedule;

import java.time.Duration;
import java.util.List;

/**
 * How a schedule is swept.
 *
 * @param readAhead how long before it is due a row is read, so that it can be sent to the millisecond
 * @param reachStep how much further than it reads a sweep says it will; the larger, the fewer writes, and the sooner it is too late
 *     to cancel
 * @param guard how long before it is due nothing can be cancelled or moved any more; more than the two above
 * @param looks how long after a row was due its bucket is looked at again for what was written late; the last of them is how far
 *     the cursor trails, and has to be longer than a write can take, and than clocks are apart
 * @param lease after how long without a sign of life an owner is succeeded
 */
public record ScheduleTiming(
        Duration readAhead, Duration reachStep, Duration guard, List<Duration> looks, Duration lease) {

    /** For one process, which knows of everything that is added: the look is there for what it did not foresee. */
    public static final ScheduleTiming ALONE = new ScheduleTiming(
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            List.of(Duration.ofSeconds(5)),
            Duration.ofSeconds(10));

    /** For several processes on one store, whose clocks differ and who do not hear what others add. */
    public static final ScheduleTiming SHARED = new ScheduleTiming(
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3),
            List.of(Duration.ofMillis(500), Duration.ofSeconds(2), Duration.ofSeconds(30)),
            Duration.ofSeconds(10));

    Duration lastLook() {
        return looks.get(looks.size() - 1);
    }

    public ScheduleTiming {
        looks = List.copyOf(looks);
        if (looks.isEmpty()) {
            throw new IllegalArgumentException("looks: got none, expected at least the one that the cursor follows");
        }
        if (guard.compareTo(readAhead.plus(reachStep)) < 0) {
            throw new IllegalArgumentException("guard: got " + guard + ", expected at least readAhead and reachStep");
        }
    }
}
