package dev.tidings.server.schedule;

import dev.tidings.core.log.LogEntry;
import java.time.Instant;
import java.util.UUID;

/**
 * A record that goes into the log when it is due: the next attempt of a delivery, or one that waits for the end of the quiet hours.
 * Nobody can cancel or move it; whoever gets it from the log looks whether it is still wanted.
 *
 * @param id a UUIDv7 of its own; to add the same again changes nothing
 * @param due in whole milliseconds
 */
public record Later(UUID id, Instant due, LogEntry entry) {
    public Later {
        due = Instant.ofEpochMilli(due.toEpochMilli());
    }
}
