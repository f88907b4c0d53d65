package dev.tidings.core.model;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * An accepted notification, with the fields that routing needs; its content is in the request.
 *
 * @param id a UUIDv7, assigned once; a replay has the same id
 * @param position its position in time and in inboxes, a UUIDv7: the id itself, unless the notification was scheduled
 * @param channels the channels the sender asked for; empty for those of the type
 * @param locale a language tag, or null
 * @param expiresAt from then on it is neither delivered nor shown; null if it does not expire
 * @param source the id of the API key it was sent with
 * @param idempotencyKey the sender's idempotency key, or null
 * @param templateRevision the revision of the type's templates to render it with, current when it was accepted; 0 if there were none
 * @param request the original request, JSON in UTF-8; empty where the content is stored separately
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
        int templateRevision,
        byte[] request) {
    public Notification {
        channels = Set.copyOf(channels);
    }

    /** The time of acceptance, taken from the id. */
    public Instant createdAt() {
        return UuidV7.time(id);
    }

    /** A copy with another position. */
    public Notification withPosition(UUID other) {
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
                templateRevision,
                request);
    }

    /** A copy with another expiry. */
    public Notification withExpiry(Instant at) {
        return new Notification(
                tenant,
                id,
                position,
                type,
                priority,
                channels,
                locale,
                at,
                source,
                idempotencyKey,
                templateRevision,
                request);
    }

    /** A copy with another request. */
    public Notification withRequest(byte[] json) {
        return new Notification(
                tenant,
                id,
                position,
                type,
                priority,
                channels,
                locale,
                expiresAt,
                source,
                idempotencyKey,
                templateRevision,
                json);
    }

    public boolean expiredBy(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }
}
