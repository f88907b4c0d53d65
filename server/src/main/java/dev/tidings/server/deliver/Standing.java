package dev.tidings.server.deliver;

import dev.tidings.core.model.DeliveryState;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.widecolumn.Engine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * How a delivery stands by what is written down, when it may have failed. That is a state from which only a receipt leads back, so it
 * must not be written while another of the user's devices is still to be tried, or has taken it.
 *
 * <p>Whoever has something to say (that a device has failed, that one will not be tried any more) writes it down first and looks here
 * afterwards. So of any number at once the last to look sees what all have written, and nobody needs a lock, also if they are in
 * different processes. Several may find that it has failed, and then find the same reason.
 *
 * @param open whether a device is still to be tried
 * @param taken whether anybody has taken it at all
 * @param reached whether one has taken it that has not reported a failure since
 * @param failure why it came to nothing, where it did; of several reasons the one that would prevail if all were written
 */
record Standing(boolean open, boolean taken, boolean reached, Optional<String> failure) {
    /** More than there ever are of one delivery. */
    private static final int MOST = 1_000;

    private static final Comparator<String> PREVAILING = Comparator.comparingLong(
                    (String reason) -> DeliveryState.FAILED.writeTime(Instant.EPOCH, 0, reason))
            .thenComparing(Comparator.naturalOrder());

    static CompletableFuture<List<DeliveryLogRow>> rows(
            Engine engine, String tenant, UUID notification, String user, String channel) {
        return engine.read(DeliveryLogRow.TABLE
                        .select(DeliveryLogRow.OF_CHANNEL, tenant, notification, user, channel)
                        .limit(MOST))
                .thenApply(page -> page.rows());
    }

    static Standing of(List<DeliveryLogRow> rows, int round) {
        Map<UUID, String> refused = new HashMap<>();
        Set<UUID> delivered = new HashSet<>();
        Set<UUID> accepted = new HashSet<>();
        List<String> reasons = new ArrayList<>();
        boolean open = false;
        for (DeliveryLogRow row : rows) {
            if (row.round() == null || row.round() != round) {
                continue;
            }
            if (DeliveryLogRow.PLACE.equals(row.kind())) {
                open |= DeliveryRows.OPEN.equals(row.outcome());
                Optional.ofNullable(row.errorCode()).ifPresent(reasons::add);
            } else if (Receipts.KIND.equals(row.kind())) {
                if (Receipts.DELIVERED.equals(row.outcome())) {
                    delivered.add(row.ofAttempt());
                } else {
                    refused.put(row.ofAttempt(), Receipts.reason(row.errorCode()));
                }
            } else if (DeliveryRows.ACCEPTED.equals(row.outcome())) {
                accepted.add(row.attemptId());
            }
        }
        reasons.addAll(refused.values());
        boolean reached = !delivered.isEmpty() || !refused.keySet().containsAll(accepted);
        return new Standing(open, !accepted.isEmpty(), reached, reasons.stream().max(PREVAILING));
    }

    /** Empty if it has not failed, or not yet. */
    Optional<String> failed() {
        return open || reached ? Optional.empty() : failure;
    }
}
