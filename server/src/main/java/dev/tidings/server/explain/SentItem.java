package dev.tidings.server.explain;

import java.time.Instant;
import java.util.UUID;

/** An item of the list of notifications that a tenant sent. */
public record SentItem(
        UUID id, String type, String priority, String source, String targetType, String targetId, Instant at) {}
