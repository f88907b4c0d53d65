package dev.tidings.server.recurring;

import dev.tidings.server.schedule.ScheduleChange;
import dev.tidings.server.schedule.ScheduledNotification;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** An in-memory fake of the schedule with its documented behaviour: an occurrence due within a guard period can't be cancelled. */
final class RecordingOccurrences implements Schedules {
    static final Duration GUARD = Duration.ofSeconds(5);

    private final InstantSource clock;
    private final Map<UUID, ScheduledRequest> added = new LinkedHashMap<>();
    private final Set<UUID> cancelled = new HashSet<>();
    private Runnable before = () -> {};
    private boolean fails;

    RecordingOccurrences(InstantSource clock) {
        this.clock = clock;
    }

    /** Runs an action before the next add. */
    void beforeNextAdd(Runnable work) {
        before = work;
    }

    /** Lets the next add succeed and report a failure. */
    void failNext() {
        fails = true;
    }

    @Override
    public CompletableFuture<Void> add(List<ScheduledRequest> notifications) {
        Runnable work = before;
        before = () -> {};
        work.run();
        notifications.forEach(each -> added.putIfAbsent(each.notification().id(), each));
        if (fails) {
            fails = false;
            return CompletableFuture.failedFuture(new IllegalStateException("outcome unknown"));
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<ScheduleChange> cancel(String tenant, UUID id) {
        ScheduledRequest found = added.get(id);
        if (found == null || !found.notification().tenant().equals(tenant)) {
            return CompletableFuture.completedFuture(new ScheduleChange.NotFound());
        }
        if (!cancelled.contains(id) && !found.due().minus(GUARD).isAfter(clock.instant())) {
            return CompletableFuture.completedFuture(new ScheduleChange.TooLate(found.due()));
        }
        cancelled.add(id);
        return CompletableFuture.completedFuture(new ScheduleChange.Cancelled());
    }

    @Override
    public CompletableFuture<ScheduleChange> move(String tenant, UUID id, Instant to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Optional<ScheduledNotification>> find(String tenant, UUID id) {
        throw new UnsupportedOperationException();
    }

    /** The notifications that are or will be sent, by time. */
    List<ScheduledRequest> toSend() {
        return added.values().stream()
                .filter(each -> !cancelled.contains(each.notification().id()))
                .sorted(Comparator.comparing(ScheduledRequest::due))
                .toList();
    }

    List<Instant> times() {
        return toSend().stream().map(ScheduledRequest::due).toList();
    }

    List<String> texts() {
        return toSend().stream()
                .map(each -> new String(each.notification().request(), StandardCharsets.UTF_8))
                .toList();
    }
}
