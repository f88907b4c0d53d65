package dev.tidings.server.schedule;

import dev.tidings.tables.ScheduleStateRow;
import dev.tidings.widecolumn.CertainInserts;
import dev.tidings.widecolumn.Engine;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Reads and decides the states of scheduled notifications: waiting, cancelled, fired or void. Each cancel, move or send of a changed row
 * inserts the next version if absent; the first insert wins, and the other side reads it.
 */
final class ScheduleStates {
    static final String WAITING = "waiting";
    static final String CANCELLED = "cancelled";
    static final String FIRED = "fired";
    /** No change: the row of this version fell due before the version was decided. The version before it stands. */
    static final String VOID = "void";

    /** Newer versions may have others. */
    private static final Set<String> OUTCOMES = Set.of(WAITING, CANCELLED, FIRED, VOID);

    private final Engine engine;

    ScheduleStates(Engine engine) {
        this.engine = engine;
    }

    CompletableFuture<Optional<ScheduleStateRow>> latest(String tenant, UUID id) {
        return engine.readOne(ScheduleStateRow.TABLE.select(ScheduleStateRow.LATEST, tenant, id));
    }

    static boolean waits(ScheduleStateRow state) {
        return state.outcome().equals(WAITING) || state.outcome().equals(VOID);
    }

    /** Decides the next version: returns this one, or the one that was inserted first. */
    CompletableFuture<ScheduleStateRow> decide(ScheduleStateRow next) {
        return CertainInserts.insertIfAbsent(engine, ScheduleStateRow.TABLE, next)
                .thenApply(outcome -> outcome.existing().orElse(next));
    }

    /** Decides about a row with an attempted change. Once a row was to be sent, it always is. */
    CompletableFuture<DueDecision> decide(DueRow due, ShardId shard) {
        if (due.version() == 1) {
            return changeAfter(due, due.version() + 1, shard);
        }
        return one(due, due.version())
                .thenCompose(found -> found.isPresent() ? CompletableFuture.completedFuture(found) : undecided(due))
                .thenCompose(own -> {
                    if (own.isPresent() && !isKnown(own.get())) {
                        return CompletableFuture.completedFuture(DueDecision.LEAVE);
                    }
                    boolean isCurrent = own.isPresent()
                            && own.get().outcome().equals(WAITING)
                            && own.get().scheduledAt().equals(due.at());
                    if (!isCurrent) {
                        return CompletableFuture.completedFuture(DueDecision.SKIP);
                    }
                    return due.changed()
                            ? changeAfter(due, due.version() + 1, shard)
                            : CompletableFuture.completedFuture(DueDecision.SEND);
                });
    }

    private static boolean isKnown(ScheduleStateRow state) {
        return OUTCOMES.contains(state.outcome());
    }

    /** Voids the version of a due row that no change has decided yet. */
    private CompletableFuture<Optional<ScheduleStateRow>> undecided(DueRow due) {
        return latest(due.tenant(), due.id())
                .thenCompose(latest -> latest.isEmpty()
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : decide(next(latest.get(), due.version(), VOID, due.at()))
                                .thenApply(Optional::of));
    }

    /** Skips void versions; if none is decided, records that the row was sent. */
    private CompletableFuture<DueDecision> changeAfter(DueRow due, int version, ShardId shard) {
        return one(due, version).thenCompose(found -> {
            CompletableFuture<ScheduleStateRow> winner = found.isPresent()
                    ? CompletableFuture.completedFuture(found.get())
                    : decide(new ScheduleStateRow(
                            due.tenant(), due.id(), version, FIRED, due.at(), due.at(), shard.layout(), shard.shard()));
            return winner.thenCompose(state -> {
                if (state.outcome().equals(VOID)) {
                    return changeAfter(due, version + 1, shard);
                }
                DueDecision unlessFired = isKnown(state) ? DueDecision.SKIP : DueDecision.LEAVE;
                return CompletableFuture.completedFuture(
                        state.outcome().equals(FIRED) ? DueDecision.SEND : unlessFired);
            });
        });
    }

    /** The next version of a state for the same row, with another outcome. */
    static ScheduleStateRow next(ScheduleStateRow state, int version, String outcome, Instant due) {
        return new ScheduleStateRow(
                state.tenant(),
                state.notificationId(),
                version,
                outcome,
                state.scheduledAt(),
                due.isAfter(state.latestDue()) ? due : state.latestDue(),
                state.layout(),
                state.shard());
    }

    private CompletableFuture<Optional<ScheduleStateRow>> one(DueRow due, int version) {
        return engine.readOne(ScheduleStateRow.TABLE.select(ScheduleStateRow.ONE, due.tenant(), due.id(), version));
    }
}
