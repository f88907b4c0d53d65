package dev.tidings.core.model;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The state of one delivery. The rank is a total order, and a state never goes back, however late or often workers,
 * replays and receipts report: each state is written with a write time computed from the notification's creation and the state's rank, so
 * that last write wins means highest rank wins, without a read before the write.
 */
public enum DeliveryState {
    PENDING(0),
    CANCELLED(1),
    EXPIRED(2),
    SUPPRESSED(3),
    SENT(4),
    FAILED(5),
    DELIVERED(6);

    /** The number of ranks reserved per round, with spares. Stored in write times: never changes. */
    private static final int RANKS_PER_ROUND = 16;

    /** The number of microseconds per rank, which keep reasons apart in {@link DeliveryStatus}. Stored in write times: never changes. */
    static final int REASONS_PER_RANK = 1024;

    /**
     * The number of microseconds before a notification's creation that are reserved for decisions, one for each epoch: an hour, so that write
     * times stay near the time of the row. Stored in write times: never changes.
     */
    private static final long DECISION_EPOCHS = TimeUnit.HOURS.toMicros(1);

    /** Part of what is stored: never changes. */
    private final int rank;

    private final String wire = name().toLowerCase(Locale.ROOT);

    DeliveryState(int rank) {
        this.rank = rank;
    }

    /** The name in responses and tables. */
    public String wire() {
        return wire;
    }

    /**
     * The write time of the state without a reason, in microseconds.
     *
     * @param round 0 for the original delivery, plus one for each manual replay, whose states outrank all earlier rounds
     */
    public long writeTime(Instant createdAt, int round) {
        long inAllRounds = (long) round * RANKS_PER_ROUND + rank;
        return TimeUnit.MILLISECONDS.toMicros(createdAt.toEpochMilli()) + inAllRounds * REASONS_PER_RANK;
    }

    /**
     * The write time of the state as part of a routing decision, in microseconds. Two owners of a partition of a shared log may decide about
     * the same notification, differently. So their write times have no rank but the owner's epoch: of two decisions the newer owner's wins as
     * a whole, and every later state is above both.
     *
     * @param epoch the epoch of the owner; 0 where the log is used alone and no two owners decide
     */
    public long decisionTime(Instant createdAt, long epoch) {
        return epoch == 0
                ? writeTime(createdAt, 0)
                : PENDING.writeTime(createdAt, 0) - DECISION_EPOCHS + Math.min(epoch, DECISION_EPOCHS - 1);
    }

    public static Optional<DeliveryState> ofWire(String wire) {
        return Arrays.stream(values()).filter(state -> state.wire.equals(wire)).findFirst();
    }
}
