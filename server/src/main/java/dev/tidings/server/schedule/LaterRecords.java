package dev.tidings.server.schedule;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Records that wait for their time, swept together with the notifications that do. */
public interface LaterRecords {
    /** Durable when it completes: each goes into the log when it is due, at least once, and marked if that may be again. */
    CompletableFuture<Void> addRecords(List<Later> records);
}
