package dev.tidings.core.model;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How far one delivery has come. The order of the constants is the one total order of states, and a state never goes down, however
 * late or often workers, replays and receipts report: each state is written with a time made of the notification's creation and
 * the state's rank, so that last write wins is highest rank wins, and nobody has to read first.
 */
public enum DeliveryState {
    PENDING,
    CANCELLED,
    EXPIRED,
    SUPPRESSED,
    SENT,
    FAILED,
    DELIVERED;

    /** Room for all ranks of a round, with some to spare. Part of what is stored: never changes. */
    private static final int RANKS_PER_ROUND = 16;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** Its name in answers and tables. */
    public String wire() {
        return wire;
    }

    /**
     * The time to write it with, in microseconds.
     *
     * @param round 0, and one more for each replay by hand, whose states outrank all of the rounds before
     */
    public long writeTime(Instant createdAt, int round) {
        return TimeUnit.MILLISECONDS.toMicros(createdAt.toEpochMilli()) + (long) round * RANKS_PER_ROUND + ordinal();
    }

    public static Optional<DeliveryState> ofWire(String wire) {
        return Arrays.stream(values()).filter(state -> state.wire.equals(wire)).findFirst();
    }
}
