package dev.tidings.core.metadata;

import java.time.Instant;

/** A tenant: one application, or one environment of it. Its id is part of every key in every table. */
public record Tenant(String id, String name, Instant createdAt) {}
