package dev.tidings.server.status;

import java.time.Instant;
import java.util.UUID;

/** One notification in the list of what a user is to be told later. */
public record ScheduledItem(UUID id, String type, Instant sendAt, Instant createdAt) {}
