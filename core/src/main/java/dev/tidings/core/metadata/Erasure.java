package dev.tidings.core.metadata;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The erasure of a user, or of a tenant with all its users. It does not contain the id of the user, only a keyed hash of it.
 *
 * @param userHash the keyed hash of the user's id; {@link #ALL_USERS} for the whole tenant
 * @param erasedAt everything accepted before is removed and not delivered any more
 * @param completedAt empty while data is being removed
 * @param removed the number of removed or rewritten rows, by store
 */
public record Erasure(
        String tenant,
        String id,
        String userHash,
        Instant erasedAt,
        Optional<Instant> completedAt,
        Map<String, Long> removed) {
    /** Stands for the hash of every user, in stores and in the journal: no hash looks like it. */
    public static final String ALL_USERS = "*";

    public Erasure {
        removed = Map.copyOf(removed);
    }

    /** The deletion of a tenant. */
    public static Erasure ofTenant(String tenant, String id, Instant erasedAt) {
        return new Erasure(tenant, id, ALL_USERS, erasedAt, Optional.empty(), Map.of());
    }

    public boolean isOfTenant() {
        return userHash.equals(ALL_USERS);
    }

    public boolean isComplete() {
        return completedAt.isPresent();
    }

    public Erasure completed(Instant at, Map<String, Long> counts) {
        return new Erasure(tenant, id, userHash, erasedAt, Optional.of(at), counts);
    }
}
