package dev.tidings.server.schedule;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A delay queue: log records that wait for their due time, swept together with the scheduled notifications. */
public interface DelayQueue {
    /** Durable when it completes. Each record is appended to the log when it is due, at least once, and marked if it may be redelivered. */
    CompletableFuture<Void> addRecords(List<DelayedRecord> records);
}
