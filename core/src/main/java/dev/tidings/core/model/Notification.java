package dev.tidings.core.model;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * One request to tell something, as it was accepted. Carries what it takes to route it; what it says is in the request.
 *
 * @param id a UUIDv7, minted once; any replay carries the same
 * @param position its place in time and in inboxes, a UUIDv7: the id itself, unless it was scheduled
 * @param channels those the sender asked for; empty leaves them to the type
 * @param locale a language tag, or null
 * @param expiresAt from then on it is neither delivered nor shown; null if it keeps
 * @param source which API key it came with
 * @param idempotencyKey what the sender calls the request, or null
 * @param templates the revision of the type's templates that it is put into words with, in force when it was accepted; 0 if there were none
 * @param request the request as it came, JSON in UTF-8; empty where what it says is kept apart
 */
public record Notification(
        String tenant,
        UUID id,
        UUID position,
        String type,
        Priority priority,
        Set<Channel> channels,
        String locale,
        Instant expiresAt,
        String source,
        String idempotencyKey,
        int templates,
        byte[] request) {
    public Notification {
        channels = Set.copyOf(channels);
    }

    /** When it was accepted, which its id tells. */
    public Instant createdAt() {
        return UuidV7.time(id);
    }

    /** The same with another place in time. */
    public Notification at(UUID other) {
        return new Notification(
                tenant,
                id,
                other,
                type,
                priority,
                channels,
                locale,
                expiresAt,
                source,
                idempotencyKey,
                templates,
                request);
    }

    /** The same with another end. */
    public Notification expiring(Instant at) {
        return new Notification(
                tenant, id, position, type, priority, channels, locale, at, source, idempotencyKey, templates, request);
    }

    public boolean expiredBy(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }
}
