package dev.tidings.core.metadata;

import java.time.Instant;

/**
 * A tenant of the installation: one application, or one environment of it, that sends notifications to its own users. Its id is part of
 * every key in every table.
 */
public record Tenant(String id, String name, Instant createdAt) {}
