package dev.tidings.server.route;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.server.log.EnvelopeCodec;
import java.util.List;

/** What is done with the records of a stage. */
interface StageWork {
    /** Durable when it returns. If it throws, the records come again, whatever of them was done. */
    void handle(List<LogRecord> records);

    /** The record will not be handled after all, however much of it was done. */
    default void givenUp(LogRecord record) {}

    /** What to call a record when it is spoken of. */
    default String describe(LogRecord record) {
        LogEntry entry = record.entry();
        String id;
        try {
            id = "notification "
                    + EnvelopeCodec.decode(entry.payload()).notification().id();
        } catch (RuntimeException e) {
            id = "an unreadable record";
        }
        return id + " of tenant " + entry.tenant() + " (" + entry.lane().stage() + ", partition " + entry.partition()
                + ")";
    }
}
