package dev.tidings.server;

import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.server.schedule.Change;
import dev.tidings.server.schedule.Scheduled;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.schedule.Timed;
import dev.tidings.tables.ScheduledByUserRow;
import dev.tidings.widecolumn.Engine;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Stands in for the scheduler until there is one: remembers what waits, lists it, and never sends it. */
final class StandInSchedules implements Schedules {
    private final Engine engine;
    private final InstantSource clock;
    private final ConcurrentMap<UUID, Entry> entries = new ConcurrentHashMap<>();

    private record Entry(Timed timed, int version, boolean cancelled) {}

    StandInSchedules(Engine engine, InstantSource clock) {
        this.engine = engine;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Void> add(List<Timed> notifications) {
        return CompletableFuture.allOf(notifications.stream()
                .map(timed -> {
                    Entry entry = new Entry(timed, 1, false);
                    Entry before = entries.putIfAbsent(timed.notification().id(), entry);
                    return before == null ? list(entry, null) : CompletableFuture.<Void>completedFuture(null);
                })
                .toArray(CompletableFuture[]::new));
    }

    private CompletableFuture<Void> list(Entry entry, Boolean changed) {
        if (!(entry.timed().target() instanceof Target.User one)) {
            return CompletableFuture.completedFuture(null);
        }
        Notification notification = entry.timed().notification();
        return engine.write(ScheduledByUserRow.TABLE.upsert(new ScheduledByUserRow(
                notification.tenant(),
                one.user(),
                entry.timed().due(),
                notification.id(),
                entry.version(),
                notification.type(),
                changed)));
    }

    @Override
    public CompletableFuture<Change> cancel(String tenant, UUID id) {
        return change(tenant, id, entry -> {
            Entry cancelled = new Entry(entry.timed(), entry.version(), true);
            entries.put(id, cancelled);
            return list(cancelled, true).thenApply(ok -> new Change.Cancelled());
        });
    }

    @Override
    public CompletableFuture<Change> move(String tenant, UUID id, Instant to) {
        return change(tenant, id, entry -> {
            Timed timed = new Timed(entry.timed().notification(), entry.timed().target(), to);
            Entry moved = new Entry(timed, entry.version() + 1, false);
            entries.put(id, moved);
            return list(entry, true)
                    .thenCompose(ok -> list(moved, null))
                    .thenApply(ok -> new Change.Moved(timed.due()));
        });
    }

    private interface Step {
        CompletableFuture<Change> of(Entry entry);
    }

    private CompletableFuture<Change> change(String tenant, UUID id, Step step) {
        Entry entry = entries.get(id);
        if (entry == null || !entry.timed().notification().tenant().equals(tenant)) {
            return CompletableFuture.completedFuture(new Change.NotFound());
        }
        if (entry.cancelled()) {
            return CompletableFuture.completedFuture(new Change.Cancelled());
        }
        return entry.timed().due().isAfter(clock.instant())
                ? step.of(entry)
                : CompletableFuture.completedFuture(
                        new Change.TooLate(entry.timed().due()));
    }

    @Override
    public CompletableFuture<Optional<Scheduled>> find(String tenant, UUID id) {
        return CompletableFuture.completedFuture(Optional.ofNullable(entries.get(id))
                .filter(entry -> entry.timed().notification().tenant().equals(tenant))
                .map(entry -> new Scheduled(
                        entry.timed().notification(),
                        entry.timed().target(),
                        entry.timed().due(),
                        entry.cancelled())));
    }
}
