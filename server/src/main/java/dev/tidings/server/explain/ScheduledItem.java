package dev.tidings.server.explain;

import java.time.Instant;
import java.util.UUID;

/** A notification in the list of those scheduled for a user. */
public record ScheduledItem(UUID id, String type, Instant sendAt, Instant createdAt) {}
