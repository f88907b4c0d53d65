package dev.tidings.server.delivery;

import dev.tidings.core.log.Ownership;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.widecolumn.Engine;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The check of a record of a shared log before a provider is called: whether its partition is still owned, and whether another owner has
 * made the same attempt. A log that is used alone needs neither: it marks what may have been attempted before, see {@link PriorAttempts}.
 */
record OwnershipCheck(Engine engine, OutboundDelivery delivery, Ownership ownership) {
    private static final CompletableFuture<Optional<AttemptResult>> NONE =
            CompletableFuture.completedFuture(Optional.empty());

    /**
     * The result of the same attempt by another owner, if the delivery log has one.
     *
     * @param addressId the address of the call to be made
     * @param own the calls of this attempt, which may be in the delivery log already
     */
    CompletableFuture<Optional<AttemptResult>> resultOfAnother(String addressId, Set<UUID> own) {
        if (!ownership.isShared()) {
            return NONE;
        }
        return DeliveryProgress.rows(engine, delivery).thenApply(rows -> {
            List<DeliveryLogRow> others =
                    rows.stream().filter(row -> !own.contains(row.attemptId())).toList();
            return PriorAttempts.of(others, delivery.round(), delivery.attempt())
                    .resultAt(addressId);
        });
    }

    /** Leaves the attempt to the new owner if there is one. */
    Optional<AttemptResult> objection() {
        return ownership.isHeld() ? Optional.empty() : Optional.of(new AttemptResult.Superseded(false));
    }
}
