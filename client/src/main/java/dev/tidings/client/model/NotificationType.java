package dev.tidings.client.model;

import java.time.Duration;
import java.util.List;

/**
 * A kind of notification and its rules.
 *
 * @param category in the preferences of users; null for none
 * @param channels the default channels of a request; null for {@code in_app}
 * @param maxPriority the highest priority of a request; null for critical
 * @param perUserAndHour the rate limit; null for none
 * @param required whether users can't turn it off
 * @param expiresAfter the default expiry; null for none
 * @param repeatable whether an attempt with an unknown outcome is retried; null for true
 * @param displayName its name for people; null for one made of the name
 */
public record NotificationType(
        String name,
        String category,
        List<Channel> channels,
        Priority maxPriority,
        Integer perUserAndHour,
        Boolean required,
        Duration expiresAfter,
        Boolean repeatable,
        String displayName) {

    /** A type with the default rules. */
    public static NotificationType named(String name) {
        return new NotificationType(name, null, null, null, null, null, null, null, null);
    }

    public NotificationType withCategory(String of) {
        return new NotificationType(
                name, of, channels, maxPriority, perUserAndHour, required, expiresAfter, repeatable, displayName);
    }

    public NotificationType withChannels(Channel... names) {
        return new NotificationType(
                name,
                category,
                List.of(names),
                maxPriority,
                perUserAndHour,
                required,
                expiresAfter,
                repeatable,
                displayName);
    }

    public NotificationType withMaxPriority(Priority highest) {
        return new NotificationType(
                name, category, channels, highest, perUserAndHour, required, expiresAfter, repeatable, displayName);
    }

    public NotificationType withPerUserAndHour(int limit) {
        return new NotificationType(
                name, category, channels, maxPriority, limit, required, expiresAfter, repeatable, displayName);
    }

    public NotificationType withExpiresAfter(Duration time) {
        return new NotificationType(
                name, category, channels, maxPriority, perUserAndHour, required, time, repeatable, displayName);
    }

    public NotificationType withDisplayName(String forPeople) {
        return new NotificationType(
                name, category, channels, maxPriority, perUserAndHour, required, expiresAfter, repeatable, forPeople);
    }
}
