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
 * Schedules on tables.
 *
 * <p>A change first marks the row, and then checks whether the sweep had already reached it. If not, the reader that sends the row sees the
 * mark, and the next version of the schedule's state decides: the first insert wins, and the others read its result. So the answer is what
 * happens, regardless of clocks and crashes.
 */
final class TableSchedules implements Schedules, DelayQueue {
    private final Engine engine;
    private final InstantSource clock;
    private final ShardLayouts layouts;
    private final ScheduleStates states;
    private final Scheduler scheduler;
    private final AcceptedRequests requests;
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
        return place(notifications.stream()
                .map(scheduledRequest -> new Placing(
                        scheduledRequest.notification().tenant(),
                        scheduledRequest.notification().id(),
                        scheduledRequest.due(),
                        (location, past, writes) -> ScheduleRows.added(scheduledRequest, location, past, writes)))
                .toList());
    }

    @Override
    public CompletableFuture<Void> addRecords(List<DelayedRecord> records) {
        return place(records.stream()
                .map(delayedRecord -> new Placing(
                        delayedRecord.entry().tenant(),
                        delayedRecord.id(),
                        delayedRecord.due(),
                        (location, past, writes) -> writes.add(ScheduleRows.record(delayedRecord, location, past))))
                .toList());
    }

    /** A notification or record to be placed, and its rows. */
    private record Placing(String tenant, UUID id, Instant due, Rows rows) {
        /** Builds the rows for a place. */
        interface Rows {
            /** @param past whether it was already due and is placed at the current time instead */
            void write(RowLocation location, boolean past, List<Write> writes);
        }
    }

    private CompletableFuture<Void> place(List<Placing> placings) {
        if (placings.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        Instant now = now();
        long started = scheduler.nanos();
        List<Write> writes = new ArrayList<>(3 * placings.size());
        List<ShardSweeper.RowHint> hints = new ArrayList<>(placings.size());
        Map<ShardId, Instant> earliest = new HashMap<>();
        List<RowLocation> locations = new ArrayList<>(placings.size());
        for (Placing placing : placings) {
            // An overdue row is placed at the current time. A repeated add may place it twice.
            boolean past = placing.due().isBefore(now);
            // By the time in the id and not by the clock, so that a repeated add finds the same layout.
            ShardLayout layout = layouts.open(UuidV7.time(placing.id()));
            RowLocation location = RowLocation.of(layout, placing.tenant(), placing.id(), past ? now : placing.due());
            placing.rows().write(location, past, writes);
            locations.add(location);
            hints.add(new ShardSweeper.RowHint(location.at(), placing.id()));
            earliest.merge(location.shardId(), location.at(), (a, b) -> a.isBefore(b) ? a : b);
        }
        return covered(
                        earliest,
                        () -> engine.write(Batch.acrossPartitions(writes)).thenRun(() -> hint(locations, hints)))
                .thenCompose(written ->
                        scheduler.mayHavePassed(started) ? place(placings) : CompletableFuture.completedFuture(null));
    }

    private void hint(List<RowLocation> locations, List<ShardSweeper.RowHint> hints) {
        for (int i = 0; i < locations.size(); i++) {
            ShardSweeper.RowHint hint = hints.get(i);
            scheduler
                    .sweep(locations.get(i).shardId())
                    .ifPresent(shardSweeper -> shardSweeper.hint(hint.at(), hint.id()));
        }
        scheduler.wake();
    }

    /** Writes while no cursor can pass the rows. */
    private CompletableFuture<Void> covered(Map<ShardId, Instant> earliest, Supplier<CompletableFuture<Void>> write) {
        List<Runnable> leaving = new ArrayList<>();
        List<CompletableFuture<Void>> entering = new ArrayList<>();
        earliest.forEach((shard, at) -> scheduler
                .sweep(shard)
                .map(ShardSweeper::cursorGuard)
                .ifPresent(cursorGuard -> {
                    entering.add(cursorGuard.beginWrite(at));
                    leaving.add(() -> cursorGuard.endWrite(at));
                }));
        if (entering.stream().anyMatch(entered -> !entered.isDone())) {
            scheduler.wake();
        }
        return CompletableFuture.allOf(entering.toArray(CompletableFuture[]::new))
                .thenCompose(entered -> write.get())
                .whenComplete((done, failure) -> leaving.forEach(Runnable::run));
    }

    @Override
    public CompletableFuture<ScheduleChange> cancel(String tenant, UUID id) {
        return change(tenant, id, (state, waiting) -> {
            List<Write> marks = new ArrayList<>();
            ScheduleRows.marks(waiting.notification(), waiting.target(), place(state), marks);
            ScheduleStateRow cancelled =
                    ScheduleStates.next(state, state.version() + 1, ScheduleStates.CANCELLED, state.scheduledAt());
            return engine.write(Batch.acrossPartitions(marks))
                    .thenCompose(marked -> decide(state, cancelled))
                    .thenApply(standing ->
                            ScheduleStates.waits(standing) ? Optional.empty() : Optional.of(ended(standing)));
        });
    }

    @Override
    public CompletableFuture<ScheduleChange> move(String tenant, UUID id, Instant to) {
        return change(tenant, id, (state, waiting) -> {
            Instant now = now();
            Instant due = Instant.ofEpochMilli(Math.max(to.toEpochMilli(), now.toEpochMilli()));
            RowLocation location = RowLocation.of(layouts.open(UuidV7.time(id)), tenant, id, due);
            if (location.equals(place(state))) {
                // It already has this send time, and the rows of both versions would be the same.
                return CompletableFuture.completedFuture(Optional.of(new ScheduleChange.Moved(due)));
            }
            Notification n = waiting.sentAt(due);
            int version = state.version() + 1;
            List<Write> writes = new ArrayList<>();
            ScheduleRows.marks(n, waiting.target(), place(state), writes);
            ScheduleRows.moved(n, waiting.target(), location, version, writes);
            ScheduleStateRow moved = new ScheduleStateRow(
                    tenant,
                    id,
                    version,
                    ScheduleStates.WAITING,
                    due,
                    due.isAfter(state.latestDue()) ? due : state.latestDue(),
                    location.layout(),
                    location.shard());
            return covered(Map.of(location.shardId(), due), () -> engine.write(Batch.acrossPartitions(writes)))
                    .thenCompose(marked -> decide(state, moved))
                    .whenComplete(
                            (decided, failure) -> hint(List.of(location), List.of(new ShardSweeper.RowHint(due, id))))
                    .thenApply(standing -> {
                        if (!ScheduleStates.waits(standing)) {
                            return Optional.of(ended(standing));
                        }
                        boolean mine = standing.outcome().equals(ScheduleStates.WAITING)
                                && standing.scheduledAt().equals(due);
                        return mine ? Optional.of(new ScheduleChange.Moved(due)) : Optional.empty();
                    });
        });
    }

    /** One attempt of an optimistic change. */
    private interface Attempt {
        /** Empty if another call has moved it meanwhile: then there is another row to change. */
        CompletableFuture<Optional<ScheduleChange>> make(ScheduleStateRow state, ScheduledNotification waiting);
    }

    private CompletableFuture<ScheduleChange> change(String tenant, UUID id, Attempt attempt) {
        return states.latest(tenant, id).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(new ScheduleChange.NotFound());
            }
            ScheduleStateRow state = found.get();
            if (!ScheduleStates.waits(state)) {
                return CompletableFuture.completedFuture(ended(state));
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

    private static ScheduleChange ended(ScheduleStateRow state) {
        return state.outcome().equals(ScheduleStates.CANCELLED)
                ? new ScheduleChange.Cancelled()
                : new ScheduleChange.TooLate(state.scheduledAt());
    }

    /** If the mark was written in time, the next version decides. Otherwise the row is sent, marked or not. */
    private CompletableFuture<ScheduleStateRow> decide(ScheduleStateRow state, ScheduleStateRow next) {
        return beforeReach(state)
                .thenCompose(before -> before
                        ? states.decide(next)
                        : CompletableFuture.completedFuture(ScheduleStates.next(
                                state, state.version() + 1, ScheduleStates.FIRED, state.scheduledAt())));
    }

    /** Whether no sweep has read the row to send it. */
    private CompletableFuture<Boolean> beforeReach(ScheduleStateRow state) {
        ShardId shard = new ShardId(state.layout(), state.shard());
        Optional<ShardSweeper> here = scheduler.sweep(shard);
        if (here.isPresent() && scheduler.alone()) {
            return CompletableFuture.completedFuture(
                    !state.scheduledAt().isBefore(here.get().reach()));
        }
        return engine.readOne(ScheduleCursorRow.TABLE.select(ScheduleCursorRow.ONE, shard.layout(), shard.shard()))
                .thenApply(row -> row.map(ScheduleCursorRow::notificationsReach)
                        .map(reach -> !state.scheduledAt().isBefore(reach))
                        .orElse(true));
    }

    private static RowLocation place(ScheduleStateRow state) {
        return new RowLocation(state.layout(), state.shard(), state.scheduledAt());
    }

    @Override
    public CompletableFuture<Optional<ScheduledNotification>> find(String tenant, UUID id) {
        return states.latest(tenant, id)
                .thenCompose(found -> found.isPresent()
                        ? scheduled(found.get())
                        : CompletableFuture.completedFuture(Optional.empty()));
    }

    private CompletableFuture<Optional<ScheduledNotification>> scheduled(ScheduleStateRow state) {
        RowLocation location = place(state);
        return engine.readOne(ScheduledNotificationRow.TABLE.select(
                        ScheduledNotificationRow.ONE,
                        location.layout(),
                        location.minute(),
                        location.shard(),
                        location.at(),
                        state.notificationId()))
                .thenApply(row -> row.map(there -> scheduled(state, there)));
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
