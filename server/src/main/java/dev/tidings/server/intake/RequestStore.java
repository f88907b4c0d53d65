package dev.tidings.server.intake;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Makes accepted requests durable, in the log or in the schedule: each at once, or those of a batch together. */
interface RequestStore {

    /** Completes when the entry is durable. Fails as {@link Log#append} does. */
    CompletableFuture<Void> append(LogEntry entry);

    /** Completes when the request is durable. Fails as {@link Schedules#add} does. */
    CompletableFuture<Void> schedule(ScheduledRequest request);

    /** Stores each request at once. */
    record DirectStore(Log log, Schedules schedules) implements RequestStore {
        @Override
        public CompletableFuture<Void> append(LogEntry entry) {
            return log.append(List.of(entry));
        }

        @Override
        public CompletableFuture<Void> schedule(ScheduledRequest request) {
            return schedules.add(List.of(request));
        }
    }
}
