package dev.tidings.core.meta;

import java.time.Instant;

/** One application, or one environment of it. The id is part of every key in every table. */
public record Tenant(String id, String name, Instant createdAt) {}
