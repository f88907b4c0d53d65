package dev.tidings.server.work;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import java.util.List;

/** What is done with the records of a stage. */
public interface StageWork {
    /** Durable when it returns. If it throws, the records come again, whatever of them was done. */
    void handle(List<LogRecord> records);

    /** The record will not be handled after all, however much of it was done. */
    default void givenUp(LogRecord record) {}

    /** What the record is about, in a word or two; it may throw if that can't be read. */
    default String about(byte[] payload) {
        return "a record";
    }

    /** What to call a record when it is spoken of. */
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
