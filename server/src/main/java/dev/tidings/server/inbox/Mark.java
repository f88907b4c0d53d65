package dev.tidings.server.inbox;

import dev.tidings.tables.InboxRow;
import dev.tidings.widecolumn.Upsert;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A mark that a user can set on an inbox item: read, unread, archived or unarchived. */
public enum Mark {
    READ,
    UNREAD,
    ARCHIVED,
    UNARCHIVED;

    /** Its name in the change feed. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Mark> ofWire(String wire) {
        return Arrays.stream(values()).filter(mark -> mark.wire().equals(wire)).findFirst();
    }

    boolean isSetOn(InboxRow row) {
        return switch (this) {
            case READ -> row.readAt() != null;
            case UNREAD -> row.readAt() == null;
            case ARCHIVED -> row.archivedAt() != null;
            case UNARCHIVED -> row.archivedAt() == null;
        };
    }

    /** Sets it in an update of an inbox row, as of a write time in microseconds. The same arguments write the same cells. */
    Upsert update(Upsert row, long markedAt) {
        Instant at = Instant.EPOCH.plus(markedAt, ChronoUnit.MICROS).truncatedTo(ChronoUnit.MILLIS);
        switch (this) {
            case READ -> row.set(InboxRow.READ_AT, at);
            case UNREAD -> row.clear(InboxRow.READ_AT);
            case ARCHIVED -> row.set(InboxRow.ARCHIVED_AT, at);
            case UNARCHIVED -> row.clear(InboxRow.ARCHIVED_AT);
        }
        return row.set(InboxRow.MARKED_AT, markedAt).at(markedAt);
    }
}
