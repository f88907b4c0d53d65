package dev.tidings.server.schedule;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.tables.ScheduleStateRow;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The tables of the schedule: adds scheduled notifications and delayed records, and finds, cancels and moves notifications. Appending due
 * rows to the log is done by {@link ShardSweeper}.
 *
 * <p>A change first marks the row as changed, and then checks whether the sweep had already read it. If not, the sweep will see the mark
 * and check the state before it sends the row. Both sides then insert the next version of the state: the first insert wins, and the other
 * side reads its result. So the answer to the caller is always what happens, regardless of clocks and crashes.
 */
final class TableSchedules implements Schedules, DelayQueue {
    private final Engine engine;
    private final InstantSource clock;
    private final ShardLayouts layouts;
    private final ScheduleStates states;
    private final Scheduler scheduler;
    private final AcceptedRequests requests;
    private final ScheduledDays days = new ScheduledDays();
    /** A notification due sooner than this can no longer be changed. */
    private final Duration guard;

    TableSchedules(
            Engine engine,
            InstantSource clock,
            ShardLayouts layouts,
            ScheduleStates states,
            Scheduler scheduler,
            AcceptedRequests requests,
            Duration guard) {
        this.engine = engine;
        this.clock = clock;
        this.layouts = layouts;
        this.states = states;
        this.scheduler = scheduler;
        this.requests = requests;
        this.guard = guard;
    }

    @Override
    public CompletableFuture<Void> add(List<ScheduledRequest> notifications) {
        return insert(notifications.stream()
                .map(scheduledRequest -> new Insertion(
                        scheduledRequest.notification().tenant(),
                        scheduledRequest.notification().id(),
                        scheduledRequest.due(),
                        true,
                        (location, past, writes) -> ScheduleRows.added(scheduledRequest, location, past, writes)))
                .toList());
    }

    @Override
    public CompletableFuture<Void> addRecords(List<DelayedRecord> records) {
        return insert(records.stream()
                .map(delayedRecord -> new Insertion(
                        delayedRecord.entry().tenant(),
                        delayedRecord.id(),
                        delayedRecord.due(),
                        false,
                        (location, past, writes) -> writes.add(ScheduleRows.record(delayedRecord, location, past))))
                .toList());
    }

    /**
     * A notification or delayed record to insert.
     *
     * @param listed whether it is in the list of its tenant
     */
    private record Insertion(String tenant, UUID id, Instant due, boolean listed, Rows rows) {
        /** Builds the rows for a location. */
        interface Rows {
            /** @param past whether it was already due and is inserted at the current time instead */
            void write(RowLocation location, boolean past, List<Write> writes);
        }
    }

    private CompletableFuture<Void> insert(List<Insertion> insertions) {
        if (insertions.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Instant now = now();
        long started = scheduler.nanos();
        List<Write> writes = new ArrayList<>(4 * insertions.size() + 1);
        ScheduledDays.Missing newDays = days.missing();
        List<RowHint> hints = new ArrayList<>(insertions.size());
        Map<ShardId, Instant> earliest = new HashMap<>();
        List<RowLocation> locations = new ArrayList<>(insertions.size());
        for (Insertion insertion : insertions) {
            // An overdue row is inserted at the current time. A retried add may insert it twice.
            boolean past = insertion.due().isBefore(now);
            // By the time in the id and not by the clock, so that a retried add finds the same layout.
            ShardLayout layout = layouts.open(UuidV7.time(insertion.id()));
            RowLocation location =
                    RowLocation.of(layout, insertion.tenant(), insertion.id(), past ? now : insertion.due());
            insertion.rows().write(location, past, writes);
            if (insertion.listed()) {
                newDays.add(insertion.tenant(), location.at());
            }
            locations.add(location);
            hints.add(new RowHint(location.at(), insertion.id()));
            earliest.merge(location.shardId(), location.at(), (a, b) -> a.isBefore(b) ? a : b);
        }
        newDays.write(writes);
        return withCursorHeld(
                        earliest,
                        () -> engine.write(Batch.acrossPartitions(writes)).thenRun(() -> {
                            newDays.remember();
                            hint(locations, hints);
                        }))
                .thenCompose(written -> scheduler.mayHavePassed(started)
                        ? insert(insertions)
                        : CompletableFuture.completedFuture(null));
    }

    private void hint(List<RowLocation> locations, List<RowHint> hints) {
        for (int i = 0; i < locations.size(); i++) {
            RowHint hint = hints.get(i);
            scheduler.sweeperOf(locations.get(i).shardId()).ifPresent(shardSweeper -> shardSweeper.hint(hint));
        }
        scheduler.wake();
    }

    /** Runs the write while the cursors of these shards are held back, so that none passes the rows. */
    private CompletableFuture<Void> withCursorHeld(
            Map<ShardId, Instant> earliest, Supplier<CompletableFuture<Void>> write) {
        List<Runnable> endWrites = new ArrayList<>();
        List<CompletableFuture<Void>> ready = new ArrayList<>();
        earliest.forEach((shard, at) -> scheduler
                .sweeperOf(shard)
                .map(ShardSweeper::cursorGuard)
                .ifPresent(cursorGuard -> {
                    ready.add(cursorGuard.beginWrite(at));
                    endWrites.add(() -> cursorGuard.endWrite(at));
                }));
        if (ready.stream().anyMatch(future -> !future.isDone())) {
            scheduler.wake();
        }
        return CompletableFuture.allOf(ready.toArray(CompletableFuture[]::new))
                .thenCompose(all -> write.get())
                .whenComplete((done, failure) -> endWrites.forEach(Runnable::run));
    }

    @Override
    public CompletableFuture<ScheduleChange> cancel(String tenant, UUID id) {
        return change(tenant, id, (state, waiting) -> {
            List<Write> marks = new ArrayList<>();
            ScheduleRows.marks(waiting.notification(), waiting.target(), locationOf(state), marks);
            ScheduleStateRow cancelled =
                    ScheduleStates.next(state, state.version() + 1, ScheduleStates.CANCELLED, state.scheduledAt());
            return engine.write(Batch.acrossPartitions(marks))
                    .thenCompose(marked -> decide(state, cancelled))
                    .thenApply(winner ->
                            ScheduleStates.waits(winner) ? Optional.empty() : Optional.of(finalOutcome(winner)));
        });
    }

    @Override
    public CompletableFuture<ScheduleChange> move(String tenant, UUID id, Instant to) {
        return change(tenant, id, (state, waiting) -> {
            Instant now = now();
            Instant due = Instant.ofEpochMilli(Math.max(to.toEpochMilli(), now.toEpochMilli()));
            RowLocation location = RowLocation.of(layouts.open(UuidV7.time(id)), tenant, id, due);
            if (location.equals(locationOf(state))) {
                // It already has this send time, and the rows of both versions would be the same.
                return CompletableFuture.completedFuture(Optional.of(new ScheduleChange.Moved(due)));
            }
            Notification n = waiting.sentAt(due);
            int version = state.version() + 1;
            List<Write> writes = new ArrayList<>();
            ScheduleRows.marks(n, waiting.target(), locationOf(state), writes);
            ScheduleRows.moved(n, waiting.target(), location, version, writes);
            ScheduledDays.Missing newDays = days.missing();
            newDays.add(tenant, due);
            newDays.write(writes);
            ScheduleStateRow moved = new ScheduleStateRow(
                    tenant,
                    id,
                    version,
                    ScheduleStates.WAITING,
                    due,
                    due.isAfter(state.latestDue()) ? due : state.latestDue(),
                    location.layout(),
                    location.shard());
            return withCursorHeld(
                            Map.of(location.shardId(), due),
                            () -> engine.write(Batch.acrossPartitions(writes)).thenRun(newDays::remember))
                    .thenCompose(marked -> decide(state, moved))
                    .whenComplete((decided, failure) -> hint(List.of(location), List.of(new RowHint(due, id))))
                    .thenApply(winner -> {
                        if (!ScheduleStates.waits(winner)) {
                            return Optional.of(finalOutcome(winner));
                        }
                        boolean mine = winner.outcome().equals(ScheduleStates.WAITING)
                                && winner.scheduledAt().equals(due);
                        return mine ? Optional.of(new ScheduleChange.Moved(due)) : Optional.empty();
                    });
        });
    }

    /** One attempt of an optimistic change. */
    private interface Attempt {
        /** Empty if a concurrent call has moved it: then the change is retried on its new row. */
        CompletableFuture<Optional<ScheduleChange>> make(ScheduleStateRow state, ScheduledNotification waiting);
    }

    private CompletableFuture<ScheduleChange> change(String tenant, UUID id, Attempt attempt) {
        return states.latest(tenant, id).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(new ScheduleChange.NotFound());
            }
            ScheduleStateRow state = found.get();
            if (!ScheduleStates.waits(state)) {
                return CompletableFuture.completedFuture(finalOutcome(state));
            }
            return beforeReach(state).thenCompose(before -> {
                if (!before || !state.scheduledAt().isAfter(now().plus(guard))) {
                    return CompletableFuture.completedFuture(new ScheduleChange.TooLate(state.scheduledAt()));
                }
                return scheduled(state)
                        .thenCompose(waiting -> waiting.isEmpty()
                                ? CompletableFuture.completedFuture(new ScheduleChange.NotFound())
                                : attempt.make(state, waiting.get())
                                        .thenCompose(answer -> answer.isPresent()
                                                ? CompletableFuture.completedFuture(answer.get())
                                                : change(tenant, id, attempt)));
            });
        });
    }

    private static ScheduleChange finalOutcome(ScheduleStateRow state) {
        return state.outcome().equals(ScheduleStates.CANCELLED)
                ? new ScheduleChange.Cancelled()
                : new ScheduleChange.TooLate(state.scheduledAt());
    }

    /** Inserts the next state if the mark was written before the sweep read the row. Otherwise the row is sent, marked or not. */
    private CompletableFuture<ScheduleStateRow> decide(ScheduleStateRow state, ScheduleStateRow next) {
        return beforeReach(state)
                .thenCompose(before -> before
                        ? states.decide(next)
                        : CompletableFuture.completedFuture(ScheduleStates.next(
                                state, state.version() + 1, ScheduleStates.FIRED, state.scheduledAt())));
    }

    /** Whether no sweep has read the row yet to send it. */
    private CompletableFuture<Boolean> beforeReach(ScheduleStateRow state) {
        ShardId shard = new ShardId(state.layout(), state.shard());
        Optional<ShardSweeper> local = scheduler.sweeperOf(shard);
        if (local.isPresent() && scheduler.alone()) {
            return CompletableFuture.completedFuture(
                    !state.scheduledAt().isBefore(local.get().reach()));
        }
        return engine.readOne(ScheduleCursorRow.TABLE.select(ScheduleCursorRow.ONE, shard.layout(), shard.shard()))
                .thenApply(row -> row.map(ScheduleCursorRow::notificationsReach)
                        .map(reach -> !state.scheduledAt().isBefore(reach))
                        .orElse(true));
    }

    private static RowLocation locationOf(ScheduleStateRow state) {
        return new RowLocation(state.layout(), state.shard(), state.scheduledAt());
    }

    @Override
    public CompletableFuture<Optional<ScheduledNotification>> find(String tenant, UUID id) {
        return states.latest(tenant, id)
                .thenCompose(found -> found.isPresent()
                        ? scheduled(found.get())
                        : CompletableFuture.completedFuture(Optional.empty()));
    }

    void forget(String tenant) {
        days.forget(tenant);
    }

    private CompletableFuture<Optional<ScheduledNotification>> scheduled(ScheduleStateRow state) {
        RowLocation location = locationOf(state);
        return engine.readOne(ScheduledNotificationRow.TABLE.select(
                        ScheduledNotificationRow.ONE,
                        location.layout(),
                        location.minute(),
                        location.shard(),
                        location.at(),
                        state.notificationId()))
                .thenApply(row -> row.map(stored -> scheduled(state, stored)));
    }

    private ScheduledNotification scheduled(ScheduleStateRow state, ScheduledNotificationRow row) {
        Envelope envelope = EnvelopeCodec.decode(
                DueRecordCodec.decode(row.tenant(), row.record()).payload());
        Notification n = envelope.notification();
        Target target = envelope.user().<Target>map(Target.User::new).orElseGet(() -> requests.target(n.request()));
        return new ScheduledNotification(
                n,
                target,
                state.scheduledAt(),
                state.outcome().equals(ScheduleStates.CANCELLED),
                n.expiresAt() == null || requests.hasExplicitExpiry(n.request()));
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
