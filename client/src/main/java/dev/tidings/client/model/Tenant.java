package dev.tidings.client.model;

import java.time.Instant;

/** A tenant: an application, or an environment of one. */
public record Tenant(String id, String name, String defaultLocale, Instant createdAt) {}
