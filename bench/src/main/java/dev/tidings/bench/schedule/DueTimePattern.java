package dev.tidings.bench.schedule;

import java.time.Duration;

/** The distribution of the due times of the jobs in one turn: spread over a period, sparse, or all at once. */
enum DueTimePattern {
    /** Spread evenly over a period. */
    SPREAD,
    /** Spread likewise, but so few that every contender keeps up: lateness then shows precision, not throughput. */
    PACED,
    /** All due at the same instant. */
    BURST;

    private static final int PACED_DIVISOR = 5;

    int jobs(int all) {
        return this == PACED ? all / PACED_DIVISOR : all;
    }

    Duration over(Duration spread) {
        return this == BURST ? Duration.ZERO : spread;
    }
}
