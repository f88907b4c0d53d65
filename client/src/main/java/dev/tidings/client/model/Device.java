package dev.tidings.client.model;

import java.time.Instant;

/**
 * A device of a user.
 *
 * @param kind {@code apns}, {@code fcm} or {@code web_push}
 * @param platform {@code ios}, {@code android}, {@code web} or null
 * @param tokenEnd the last characters of the token
 * @param active false if the push service reported the token as unregistered
 */
public record Device(
        String id,
        String kind,
        String platform,
        String appVersion,
        String tokenEnd,
        boolean active,
        Instant lastUsedAt,
        Instant createdAt) {}
