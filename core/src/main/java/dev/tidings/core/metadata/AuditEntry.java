package dev.tidings.core.metadata;

import java.time.Instant;

/**
 * An entry of the audit log: one change and its actor.
 *
 * @param id counts up within the tenant's entries
 * @param actor the id of the API key, or "user:" and the user, or "cli"
 * @param action such as key.revoke or type.put
 * @param subject the object of the change
 */
public record AuditEntry(long id, String tenant, Instant at, String actor, String action, String subject) {}
