package dev.tidings.core.metadata;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The erasure of a user. It does not contain the id of the user, only a keyed hash of it.
 *
 * @param userHash the keyed hash of the user's id
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
    public Erasure {
        removed = Map.copyOf(removed);
    }

    public Erasure completed(Instant at, Map<String, Long> counts) {
        return new Erasure(tenant, id, userHash, erasedAt, Optional.of(at), counts);
    }
}
