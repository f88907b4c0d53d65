package dev.tidings.bench.schedule;

import java.time.Duration;

/** How the jobs of a turn are due. */
enum Kind {
    /** One after the other. */
    SPREAD,
    /** Likewise, but so few that everybody keeps up: what is late then is late for want of precision, not of speed. */
    PACED,
    /** All in the same instant. */
    BURST;

    private static final int FEWER = 5;

    int jobs(int all) {
        return this == PACED ? all / FEWER : all;
    }

    Duration over(Duration spread) {
        return this == BURST ? Duration.ZERO : spread;
    }
}
