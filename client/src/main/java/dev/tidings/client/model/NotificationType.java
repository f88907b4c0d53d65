package dev.tidings.client.model;

import java.time.Duration;
import java.util.List;

/**
 * A kind of notification and its rules.
 *
 * @param displayName its name for people; null for none
 * @param description its purpose, for people; null for none
 * @param category in the preferences of users; null for none
 * @param channels the default channels of a request; null for {@code in_app}
 * @param maxPriority the highest priority of a request; null for critical
 * @param perUserAndHour the rate limit; null for none
 * @param required whether users can't turn it off
 * @param expiresAfter the default expiry; null for none
 * @param repeatable whether an attempt with an unknown outcome is retried; null for true
 * @param active whether new notifications are accepted; null for true
 */
public record NotificationType(
        String name,
        String displayName,
        String description,
        String category,
        List<Channel> channels,
        Priority maxPriority,
        Integer perUserAndHour,
        Boolean required,
        Duration expiresAfter,
        Boolean repeatable,
        Boolean active) {

    /** A type with the default rules. */
    public static NotificationType named(String name) {
        return new NotificationType(name, null, null, null, null, null, null, null, null, null, null);
    }

    public NotificationType withDisplayName(String value) {
        return new NotificationType(
                name,
                value,
                description,
                category,
                channels,
                maxPriority,
                perUserAndHour,
                required,
                expiresAfter,
                repeatable,
                active);
    }

    public NotificationType withDescription(String value) {
        return new NotificationType(
                name,
                displayName,
                value,
                category,
                channels,
                maxPriority,
                perUserAndHour,
                required,
                expiresAfter,
                repeatable,
                active);
    }

    public NotificationType withCategory(String value) {
        return new NotificationType(
                name,
                displayName,
                description,
                value,
                channels,
                maxPriority,
                perUserAndHour,
                required,
                expiresAfter,
                repeatable,
                active);
    }

    public NotificationType withChannels(Channel... value) {
        return new NotificationType(
                name,
                displayName,
                description,
                category,
                List.of(value),
                maxPriority,
                perUserAndHour,
                required,
                expiresAfter,
                repeatable,
                active);
    }

    public NotificationType withMaxPriority(Priority value) {
        return new NotificationType(
                name,
                displayName,
                description,
                category,
                channels,
                value,
                perUserAndHour,
                required,
                expiresAfter,
                repeatable,
                active);
    }

    public NotificationType withPerUserAndHour(int value) {
        return new NotificationType(
                name,
                displayName,
                description,
                category,
                channels,
                maxPriority,
                value,
                required,
                expiresAfter,
                repeatable,
                active);
    }

    public NotificationType withExpiresAfter(Duration value) {
        return new NotificationType(
                name,
                displayName,
                description,
                category,
                channels,
                maxPriority,
                perUserAndHour,
                required,
                value,
                repeatable,
                active);
    }

    public NotificationType withActive(boolean value) {
        return new NotificationType(
                name,
                displayName,
                description,
                category,
                channels,
                maxPriority,
                perUserAndHour,
                required,
                expiresAfter,
                repeatable,
                value);
    }
}
