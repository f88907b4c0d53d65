package dev.tidings.server.intake;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Collects the requests of a batch and stores them together, with one call to the log and one to the schedule. */
final class BatchStore implements RequestStore {
    private final List<LogEntry> entries = new ArrayList<>();
    private final List<ScheduledRequest> scheduledRequests = new ArrayList<>();
    private final CompletableFuture<Void> flush = new CompletableFuture<>();
    private final CompletableFuture<Void> appended;
    private final CompletableFuture<Void> scheduled;

    BatchStore(Log log, Schedules schedules) {
        appended = onFlush(entries, all -> log.append(all));
        scheduled = onFlush(scheduledRequests, all -> schedules.add(all));
    }

    private <T> CompletableFuture<Void> onFlush(List<T> collected, Function<List<T>, CompletableFuture<Void>> storing) {
        return flush.thenCompose(
                go -> collected.isEmpty() ? CompletableFuture.completedFuture(null) : storing.apply(collected));
    }

    @Override
    public CompletableFuture<Void> append(LogEntry entry) {
        entries.add(entry);
        return appended;
    }

    @Override
    public CompletableFuture<Void> schedule(ScheduledRequest request) {
        scheduledRequests.add(request);
        return scheduled;
    }

    /** Stores what was collected. Called once, after the last request was added. */
    void flush() {
        flush.complete(null);
    }
}
