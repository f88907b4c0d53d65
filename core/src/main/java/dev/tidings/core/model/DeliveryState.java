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

    /** Room within a rank to keep reasons apart. Part of what is stored: never changes. */
    private static final int REASONS_PER_RANK = 1024;

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
        long rank = (long) round * RANKS_PER_ROUND + ordinal();
        return TimeUnit.MILLISECONDS.toMicros(createdAt.toEpochMilli()) + rank * REASONS_PER_RANK;
    }

    /**
     * The same for a state with a reason. Two reports of one rank must not meet at one write time: Cassandra then keeps the one that
     * expires later, by its own clock, and the end would depend on which came first.
     *
     * @param reason null if there is none
     */
    public long writeTime(Instant createdAt, int round, String reason) {
        int place = reason == null ? 0 : 1 + Math.floorMod(reason.hashCode(), REASONS_PER_RANK - 1);
        return writeTime(createdAt, round) + place;
    }

    public static Optional<DeliveryState> ofWire(String wire) {
        return Arrays.stream(values()).filter(state -> state.wire.equals(wire)).findFirst();
    }
}
