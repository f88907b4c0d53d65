package dev.tidings.server.deliver;

import dev.tidings.server.log.Outgoing;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.widecolumn.Engine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What is written down about attempts of a delivery, where one that is about to be made may not be the first of its number. */
final class TriedBefore {
    static final TriedBefore NEVER = new TriedBefore(1, List.of());

    private static final CompletableFuture<TriedBefore> NOT_YET = CompletableFuture.completedFuture(NEVER);

    /** More than there ever are of one delivery. */
    private static final int MOST = 1_000;

    private final Map<String, Result> byPlace = new HashMap<>();

    private TriedBefore(int attempt, List<DeliveryLogRow> rows) {
        // In the order of time: what was said last holds, but what was sent stays sent.
        for (DeliveryLogRow row : rows) {
            result(attempt, row)
                    .ifPresent(result -> byPlace.merge(
                            row.deviceId(),
                            result,
                            (one, other) -> one instanceof Result.Superseded done && done.sent() ? one : other));
        }
    }

    /** Reads only if there can be something. */
    static CompletableFuture<TriedBefore> read(Engine engine, Outgoing outgoing) {
        if (outgoing.attempt() == 1 && !outgoing.repeated()) {
            return NOT_YET;
        }
        return engine.read(DeliveryLogRow.TABLE
                        .select(
                                DeliveryLogRow.OF_CHANNEL,
                                outgoing.user().tenant(),
                                outgoing.notification(),
                                outgoing.user().user(),
                                outgoing.channel().wire())
                        .limit(MOST))
                .thenApply(page -> new TriedBefore(
                        outgoing.attempt(),
                        page.rows().stream()
                                .filter(row -> DeliveryRows.ATTEMPT.equals(row.kind())
                                        && row.round() != null
                                        && row.round() == outgoing.round())
                                .toList()));
    }

    /** What an address has come to already, if there is no need to try it; empty if there is. */
    Optional<Result> of(String place) {
        return Optional.ofNullable(byPlace.get(place));
    }

    private static Optional<Result> result(int attempt, DeliveryLogRow row) {
        if (DeliveryRows.ACCEPTED.equals(row.outcome())) {
            return Optional.of(new Result.Superseded(true));
        }
        if (row.attempt() < attempt || DeliveryRows.NOT_CALLED.equals(row.outcome())) {
            return Optional.empty();
        }
        if (row.retryAt() != null) {
            return Optional.of(new Result.Superseded(false));
        }
        // Written down as the end of it: whoever did so may have died before the rest was written.
        return Optional.of(new Result.Failed(
                row.errorCode() == null ? "unclear" : row.errorCode(), row.errorText(), List.of(), row.attemptId()));
    }
}
