package dev.tidings.server.explain;

import java.time.Instant;
import java.util.UUID;

/** An item of the list of notifications scheduled for a user. */
public record ScheduledItem(UUID id, String type, Instant sendAt, Instant createdAt) {}
