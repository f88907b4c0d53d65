package dev.tidings.server.status;

import java.time.Instant;
import java.util.UUID;

/** One notification in the list of what a tenant sent. */
public record SentItem(
        UUID id, String type, String priority, String source, String targetType, String targetId, Instant at) {}
