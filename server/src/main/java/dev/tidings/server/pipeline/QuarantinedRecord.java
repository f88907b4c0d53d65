package dev.tidings.server.pipeline;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.UuidV7;
import java.time.Instant;
import java.util.UUID;

/**
 * A poison record in the {@link Quarantine}, as listed for operators.
 *
 * @param entry the record as it was in the log
 * @param reason the failure of the last attempt to process it
 */
public record QuarantinedRecord(UUID id, LogEntry entry, String reason) {
    public Instant quarantinedAt() {
        return UuidV7.time(id);
    }
}
