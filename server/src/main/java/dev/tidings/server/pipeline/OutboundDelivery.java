package dev.tidings.server.pipeline;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * The content of a log record of the push, email, SMS and webhook stages: one attempt to deliver a notification to one user at the
 * addresses of a channel.
 *
 * @param position the notification's position in time
 * @param expiresAt null if it does not expire
 * @param message the rendered content for the user
 * @param addressIds the ids of the addresses that are still to be tried; empty for all that exist at delivery time
 * @param sent whether another address has received it
 * @param attempt 1 for the first
 * @param round 0, and one more for each manual replay
 * @param awaitedProvider the provider whose rate limit it has already waited for; null if none
 * @param redelivered whether the same attempt may have been made before
 */
public record OutboundDelivery(
        UserKey user,
        UUID notification,
        UUID position,
        String type,
        Priority priority,
        Channel channel,
        Instant expiresAt,
        Message message,
        List<String> addressIds,
        boolean sent,
        int attempt,
        int round,
        String awaitedProvider,
        boolean redelivered) {
    public OutboundDelivery {
        addressIds = List.copyOf(addressIds);
    }

    /** The first attempt, as routing creates it. */
    public static OutboundDelivery first(
            UserKey user,
            UUID notification,
            UUID position,
            String type,
            Priority priority,
            Channel channel,
            Instant expiresAt,
            Message message,
            boolean redelivered) {
        return new OutboundDelivery(
                user,
                notification,
                position,
                type,
                priority,
                channel,
                expiresAt,
                message,
                List.of(),
                false,
                1,
                0,
                null,
                redelivered);
    }

    /** When the notification was accepted, taken from its UUIDv7. */
    public Instant createdAt() {
        return UuidV7.time(notification);
    }

    public boolean expiredBy(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    /** The next attempt, at the remaining addresses. */
    public OutboundDelivery next(List<String> remaining, boolean sentToAnother) {
        return with(remaining, sentToAnother, attempt + 1, round, null, false);
    }

    /**
     * The same attempt at a later time; nothing has been tried yet. Marked as redelivered: the worker that delays it may crash before the
     * original record is completed, and the attempt may be made meanwhile.
     */
    public OutboundDelivery delayed(List<String> remaining, boolean sentToAnother, String provider) {
        return with(remaining, sentToAnother, attempt, round, provider, true);
    }

    /** The same attempt, marked as redelivered: its outcome may not have been stored. */
    public OutboundDelivery asRedelivered() {
        return with(addressIds, sent, attempt, round, awaitedProvider, true);
    }

    /** A manual replay from the start; marked as redelivered, since it may not be the first. */
    public OutboundDelivery replayed(int inRound) {
        return with(List.of(), false, 1, inRound, null, true);
    }

    private OutboundDelivery with(
            List<String> remaining,
            boolean sentToAnother,
            int inAttempt,
            int inRound,
            String provider,
            boolean maybeRedelivered) {
        return new OutboundDelivery(
                user,
                notification,
                position,
                type,
                priority,
                channel,
                expiresAt,
                message,
                remaining,
                sentToAnother,
                inAttempt,
                inRound,
                provider,
                maybeRedelivered);
    }
}
