package dev.tidings.server.delivery;

import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.widecolumn.Engine;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The stored results of earlier attempts of a delivery by address, read before a redelivered record or a retry is attempted. An address
 * with a result is not tried again.
 */
record PriorAttempts(Map<String, AttemptResult> byAddress) {
    private static final CompletableFuture<PriorAttempts> NONE =
            CompletableFuture.completedFuture(new PriorAttempts(Map.of()));

    PriorAttempts {
        byAddress = Collections.unmodifiableMap(byAddress);
    }

    /** Reads only if earlier attempts are possible. */
    static CompletableFuture<PriorAttempts> read(Engine engine, OutboundDelivery outboundDelivery) {
        return outboundDelivery.attempt() == 1 && !outboundDelivery.redelivered()
                ? NONE
                : DeliveryProgress.rows(engine, outboundDelivery)
                        .thenApply(rows -> of(rows, outboundDelivery.round(), outboundDelivery.attempt()));
    }

    /** @param rows in the order of time */
    static PriorAttempts of(List<DeliveryLogRow> rows, int round, int attempt) {
        Map<String, AttemptResult> byAddress = new HashMap<>();
        for (DeliveryLogRow row : rows) {
            if (DeliveryRows.ATTEMPT.equals(row.kind()) && row.round() != null && row.round() == round) {
                // The last row of an address counts, but a message that was sent stays sent.
                result(attempt, row)
                        .ifPresent(result ->
                                byAddress.merge(row.deviceId(), result, (one, other) -> one.isSent() ? one : other));
            }
        }
        return new PriorAttempts(byAddress);
    }

    /** The earlier result at an address that makes another attempt unnecessary; empty if the address has to be tried. */
    Optional<AttemptResult> resultAt(String addressId) {
        return Optional.ofNullable(byAddress.get(addressId));
    }

    private static Optional<AttemptResult> result(int attempt, DeliveryLogRow row) {
        if (DeliveryRows.ACCEPTED.equals(row.outcome())) {
            return Optional.of(new AttemptResult.Superseded(true));
        }
        if (row.attempt() < attempt || DeliveryRows.NOT_CALLED.equals(row.outcome())) {
            return Optional.empty();
        }
        if (row.retryAt() != null) {
            return Optional.of(new AttemptResult.Superseded(false));
        }
        // Stored as the last attempt. The process may have died before it wrote the rest.
        return Optional.of(new AttemptResult.Failed(
                row.errorCode() == null ? "unclear" : row.errorCode(), row.errorText(), row.attemptId()));
    }
}
