package dev.tidings.server.pipeline;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import java.util.List;

/** The work of one pipeline stage: processes the batches that a {@link StageWorker} polls, and describes records for log lines. */
public interface StageProcessor {
    /** Durable when it returns. If it throws, all the records are redelivered, even those already processed. */
    void handle(List<LogRecord> records);

    /** Called for a record that was quarantined, even if it was partly processed. */
    default void quarantined(LogRecord record) {}

    /** A short description of the record; may throw if the payload is unreadable. */
    default String about(byte[] payload) {
        return "a record";
    }

    /** A description of the record for log lines. */
    default String describe(LogRecord record) {
        LogEntry entry = record.entry();
        String about;
        try {
            about = about(entry.payload());
        } catch (RuntimeException e) {
            about = "an unreadable record";
        }
        return about + " of tenant " + entry.tenant() + " (" + entry.lane().stage() + ", partition " + entry.partition()
                + ")";
    }
}
