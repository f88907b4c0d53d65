package dev.tidings.server.delivery;

import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.tables.ProviderMessageRow;
import dev.tidings.widecolumn.Engine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The progress of a push delivery to several devices, derived from its stored rows to decide whether it has failed. Only a receipt leads
 * back from that state, so it must not be written while another device is still to be tried, or has accepted the message.
 *
 * <p>Every worker writes its own fact first (a device has failed, a device will not be tried any more) and reads afterwards. So the
 * last of several concurrent readers sees what all have written. No lock is needed, even across processes. Several readers may
 * conclude that the delivery has failed; they derive the same reason.
 *
 * @param open whether a device is still to be tried
 * @param accepted whether any provider has accepted the message
 * @param reached whether a provider has accepted it and has not reported a failure since
 * @param failure the reason of the failure, if any; of several reasons the one that would prevail if all were written
 */
record DeliveryProgress(boolean open, boolean accepted, boolean reached, Optional<String> failure) {
    /** More rows than one delivery ever has. */
    private static final int MAX_ROWS = 1_000;

    private static final Comparator<String> PREVAILING = Comparator.comparingLong(
                    (String reason) -> DeliveryStatus.failed(reason).writeTime(Instant.EPOCH, 0))
            .thenComparing(Comparator.naturalOrder());

    static CompletableFuture<List<DeliveryLogRow>> rows(Engine engine, OutboundDelivery o) {
        return rows(
                engine,
                o.user().tenant(),
                o.notification(),
                o.user().user(),
                o.channel().wire());
    }

    static CompletableFuture<List<DeliveryLogRow>> rows(Engine engine, ProviderMessageRow message) {
        return rows(engine, message.tenant(), message.notificationId(), message.userId(), message.channel());
    }

    private static CompletableFuture<List<DeliveryLogRow>> rows(
            Engine engine, String tenant, UUID notification, String user, String channel) {
        return engine.read(DeliveryLogRow.TABLE
                        .select(DeliveryLogRow.OF_CHANNEL, tenant, notification, user, channel)
                        .limit(MAX_ROWS))
                .thenApply(page -> page.rows());
    }

    static DeliveryProgress of(List<DeliveryLogRow> rows, int round) {
        Set<UUID> refused = new HashSet<>();
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
                    refused.add(row.ofAttempt());
                    reasons.add(Receipts.reason(row.errorCode()));
                }
            } else if (DeliveryRows.ACCEPTED.equals(row.outcome())) {
                accepted.add(row.attemptId());
            }
        }
        boolean reached = !delivered.isEmpty() || !refused.containsAll(accepted);
        return new DeliveryProgress(
                open, !accepted.isEmpty(), reached, reasons.stream().max(PREVAILING));
    }

    /** The reason of the failure; empty if the delivery has not failed, or not yet. */
    Optional<String> failed() {
        return open || reached ? Optional.empty() : failure;
    }
}
