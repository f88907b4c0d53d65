package dev.tidings.server.explain;

import java.time.Instant;
import java.util.UUID;

/** A notification in the list of those a tenant sent. */
public record SentItem(
        UUID id, String type, String priority, String source, String targetType, String targetId, Instant at) {}
