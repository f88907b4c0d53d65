package dev.tidings.server.delivery;

import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.widecolumn.Engine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The stored results of earlier attempts of a delivery by address, read before a redelivered record or a retry is attempted. An address
 * with a result is not tried again.
 */
final class PriorAttempts {
    static final PriorAttempts NONE = new PriorAttempts(1, List.of());

    private static final CompletableFuture<PriorAttempts> NEVER_COMPLETED = CompletableFuture.completedFuture(NONE);

    /** More rows than one delivery ever has. */
    private static final int MAX_ROWS = 1_000;

    private final Map<String, AttemptResult> byPlace = new HashMap<>();

    private PriorAttempts(int attempt, List<DeliveryLogRow> rows) {
        // In the order of time: the last entry of an address counts, but a message that was sent stays sent.
        for (DeliveryLogRow row : rows) {
            result(attempt, row)
                    .ifPresent(result -> byPlace.merge(
                            row.deviceId(),
                            result,
                            (one, other) -> one instanceof AttemptResult.Superseded done && done.sent() ? one : other));
        }
    }

    /** Reads only if earlier attempts are possible. */
    static CompletableFuture<PriorAttempts> read(Engine engine, OutboundDelivery outboundDelivery) {
        if (outboundDelivery.attempt() == 1 && !outboundDelivery.redelivered()) {
            return NEVER_COMPLETED;
        }
        return engine.read(DeliveryLogRow.TABLE
                        .select(
                                DeliveryLogRow.OF_CHANNEL,
                                outboundDelivery.user().tenant(),
                                outboundDelivery.notification(),
                                outboundDelivery.user().user(),
                                outboundDelivery.channel().wire())
                        .limit(MAX_ROWS))
                .thenApply(page -> new PriorAttempts(
                        outboundDelivery.attempt(),
                        page.rows().stream()
                                .filter(row -> DeliveryRows.ATTEMPT.equals(row.kind())
                                        && row.round() != null
                                        && row.round() == outboundDelivery.round())
                                .toList()));
    }

    /** The earlier result at an address that makes another attempt unnecessary; empty if the address has to be tried. */
    Optional<AttemptResult> resultAt(String place) {
        return Optional.ofNullable(byPlace.get(place));
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
                row.errorCode() == null ? "unclear" : row.errorCode(), row.errorText(), List.of(), row.attemptId()));
    }
}
