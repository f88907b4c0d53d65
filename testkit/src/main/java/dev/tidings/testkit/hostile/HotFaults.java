package dev.tidings.testkit.hostile;

import java.time.Duration;

/**
 * What a {@link HostileHotState} does, and how often.
 *
 * @param maxDelay the longest time until an answer arrives
 * @param failures the share of calls that fail; half of these take effect all the same
 * @param lostUpdates the share of updates that the live bus loses
 * @param maxLate how late the other updates are; they may overtake each other
 */
public record HotFaults(Duration maxDelay, double failures, double lostUpdates, Duration maxLate) {
    /** Everything that happens with a healthy store in another process: answers take time. */
    public static final HotFaults HEALTHY = new HotFaults(Duration.ofMillis(1), 0, 0, Duration.ofMillis(1));

    public HotFaults withFailures(double share) {
        return new HotFaults(maxDelay, share, lostUpdates, maxLate);
    }

    public HotFaults withLostUpdates(double share, Duration latest) {
        return new HotFaults(maxDelay, failures, share, latest);
    }
}
