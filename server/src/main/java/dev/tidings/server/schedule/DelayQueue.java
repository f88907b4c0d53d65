package dev.tidings.server.schedule;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Stores log records durably and appends each to the log when it is due. Used for retries, quiet hours and spilled records. */
public interface DelayQueue {
    /** Durable when it completes. Each record is appended to the log when it is due, at least once, and marked if it may be redelivered. */
    CompletableFuture<Void> addRecords(List<DelayedRecord> records);
}
