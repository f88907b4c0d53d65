package dev.tidings.client.model;

import java.time.Instant;

/**
 * An entry of the audit log.
 *
 * @param actor the id of an API key, or {@code user:} and the user
 */
public record AuditEntry(long id, Instant at, String actor, String action, String subject) {}
