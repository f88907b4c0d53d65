package dev.tidings.server.schedule;

import dev.tidings.core.log.LogEntry;
import java.time.Instant;
import java.util.UUID;

/**
 * A log record to be appended to the log when it is due, such as the next attempt of a delivery. It can be neither cancelled nor moved; its
 * consumer checks whether it is still wanted.
 *
 * @param id a UUIDv7 of its own; adding it again is idempotent
 * @param due in whole milliseconds
 */
public record DelayedRecord(UUID id, Instant due, LogEntry entry) {
    public DelayedRecord {
        due = Instant.ofEpochMilli(due.toEpochMilli());
    }
}
