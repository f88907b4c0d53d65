package dev.tidings.core.meta;

import java.time.Instant;

/**
 * Who changed what.
 *
 * @param id counts up within the tenant's entries
 * @param actor the id of the API key, or "user:" and the user, or "cli"
 * @param action such as key.revoke or type.put
 * @param subject what it was done to
 */
public record AuditEntry(long id, String tenant, Instant at, String actor, String action, String subject) {}
