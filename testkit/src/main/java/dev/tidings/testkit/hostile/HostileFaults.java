package dev.tidings.testkit.hostile;

import java.time.Duration;

/**
 * What a {@link HostileEngine} does, and how often.
 *
 * @param maxDelay the longest time until a part of a batch is applied, and until an answer arrives
 * @param shortPages the share of pages that end early, with a cursor
 * @param unknownOutcomes the share of writes that fail although some of their parts are applied, now or later
 * @param maxLate how much later a part of such a write may still be applied
 * @param clockSkew how far one of the two clocks that assign write times is behind
 */
public record HostileFaults(
        Duration maxDelay, double shortPages, double unknownOutcomes, Duration maxLate, Duration clockSkew) {
    /** Everything that happens on a healthy cluster: parts of batches are visible one by one, answers take time, pages are short. */
    public static final HostileFaults HEALTHY =
            new HostileFaults(Duration.ofMillis(2), 0.3, 0, Duration.ZERO, Duration.ZERO);

    public HostileFaults {
        if (maxDelay.isNegative() || maxLate.isNegative()) {
            throw new IllegalArgumentException("delays " + maxDelay + " and " + maxLate + ": expected none below zero");
        }
    }

    public HostileFaults withUnknownOutcomes(double share, Duration latest) {
        return new HostileFaults(maxDelay, shortPages, share, latest, clockSkew);
    }

    public HostileFaults withClockSkew(Duration skew) {
        return new HostileFaults(maxDelay, shortPages, unknownOutcomes, maxLate, skew);
    }
}
