package dev.tidings.server.route;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.UserKey;
import java.util.List;
import java.util.UUID;

/** Builds the log records that publish, as webhook events, that a notification is in a user's inbox. Routing appends them. May block. */
public interface ShownEvents {
    /** Identical each time; empty if no endpoint subscribes to it. */
    List<LogEntry> eventsFor(UserKey user, UUID notification);
}
