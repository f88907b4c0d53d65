package dev.tidings.server.recur;

import java.time.Duration;
import java.time.Instant;

/** How far ahead is planned, and what follows from it. */
final class Timing {
    /**
     * Far enough that a moment without the database or a crowd at nine o'clock makes nobody late, and no farther: what is planned is
     * sent late after a downtime even if missed occurrences are to be skipped, and has to be taken back when a schedule is changed.
     */
    static final Duration AHEAD = Duration.ofMinutes(2);

    /** Between two looks at what is to be planned. */
    static final Duration STEP = Duration.ofSeconds(30);

    /** What is past by less was not missed, only met late by a step that took its time. */
    static final Duration LATE = Duration.ofMinutes(2);

    /** By how much the clocks of processes that share a database may differ. */
    static final Duration CLOCKS_APART = Duration.ofMinutes(1);

    /** For how long a change may take: whoever has not finished by then is taken for dead. */
    static final Duration HOLD = Duration.ofMinutes(1);

    /** Of those that were missed: a schedule for every minute that was down for a week should not send ten thousand. */
    static final int MOST_MISSED = 1_000;

    private Timing() {}

    /** How far ahead of now anybody plans whose clock is right. */
    static Instant farthest(Instant now) {
        return now.plus(AHEAD).plus(CLOCKS_APART);
    }
}
