package dev.tidings.server.intake;

import dev.tidings.server.schedule.ScheduleChange;
import dev.tidings.server.schedule.ScheduledNotification;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A fake that records added notifications and can lose a call or its response. */
final class RecordingSchedules implements Schedules {
    /** The fate of a call. */
    enum Line {
        GOOD,
        LOST_ON_THE_WAY,
        ANSWER_LOST
    }

    final List<List<ScheduledRequest>> calls = new ArrayList<>();
    private final Map<UUID, ScheduledRequest> kept = new HashMap<>();
    Line line = Line.GOOD;

    @Override
    public CompletableFuture<Void> add(List<ScheduledRequest> notifications) {
        calls.add(List.copyOf(notifications));
        if (line != Line.LOST_ON_THE_WAY) {
            notifications.forEach(scheduledRequest ->
                    kept.putIfAbsent(scheduledRequest.notification().id(), scheduledRequest));
        }
        return line == Line.GOOD
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(new IOException("connection lost"));
    }

    @Override
    public CompletableFuture<ScheduleChange> cancel(String tenant, UUID id) {
        throw new AssertionError("intake cancels nothing");
    }

    @Override
    public CompletableFuture<ScheduleChange> move(String tenant, UUID id, Instant to) {
        throw new AssertionError("intake moves nothing");
    }

    @Override
    public CompletableFuture<Optional<ScheduledNotification>> find(String tenant, UUID id) {
        return CompletableFuture.completedFuture(Optional.ofNullable(kept.get(id))
                .filter(scheduledRequest ->
                        scheduledRequest.notification().tenant().equals(tenant))
                .map(scheduledRequest -> new ScheduledNotification(
                        scheduledRequest.notification(),
                        scheduledRequest.target(),
                        scheduledRequest.due(),
                        false,
                        true)));
    }
}
