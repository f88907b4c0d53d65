package dev.tidings.core.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A tenant's notification type: its defaults and limits.
 *
 * @param name its name in requests, such as order_shipped
 * @param category a group of types that users see, such as orders; preferences can be set for a whole category
 * @param channels the channels of a request that names none
 * @param maxPriority the highest priority a request may ask for
 * @param perUserAndHour the rate limit per user and hour; more are suppressed
 * @param required whether it is delivered regardless of preferences, so that users can't opt out: password codes, legal notices
 * @param expiresAfter the time to live after the send time of a notification without its own; empty if it does not expire
 * @param repeatable whether an attempt with an unknown outcome may be retried; false for notifications that must not arrive twice
 * @param displayName its name for people, such as Order shipped
 * @param description its purpose, for people
 * @param active whether new requests are accepted; accepted ones are delivered in any case
 */
public record NotificationType(
        String name,
        Optional<String> category,
        Set<Channel> channels,
        Priority maxPriority,
        OptionalInt perUserAndHour,
        boolean required,
        Optional<Duration> expiresAfter,
        boolean repeatable,
        Optional<String> displayName,
        Optional<String> description,
        boolean active) {
    /** The type of a request without one. It exists without being created, and can be changed like any other. */
    public static final NotificationType DEFAULT = new NotificationType(
            "default", Optional.empty(), Set.of(Channel.IN_APP), Priority.CRITICAL, OptionalInt.empty(), false);

    /** A type with the defaults, for a name that is no longer stored. */
    public static NotificationType withDefaults(String name) {
        return new NotificationType(
                name,
                DEFAULT.category,
                DEFAULT.channels,
                DEFAULT.maxPriority,
                DEFAULT.perUserAndHour,
                DEFAULT.required);
    }

    /** A type that does not expire and may be retried. */
    public NotificationType(
            String name,
            Optional<String> category,
            Set<Channel> channels,
            Priority maxPriority,
            OptionalInt perUserAndHour,
            boolean required) {
        this(name, category, channels, maxPriority, perUserAndHour, required, Optional.empty(), true);
    }

    /** An active type without texts for people. */
    public NotificationType(
            String name,
            Optional<String> category,
            Set<Channel> channels,
            Priority maxPriority,
            OptionalInt perUserAndHour,
            boolean required,
            Optional<Duration> expiresAfter,
            boolean repeatable) {
        this(
                name,
                category,
                channels,
                maxPriority,
                perUserAndHour,
                required,
                expiresAfter,
                repeatable,
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /** The name for people; derived from the name if it has none: order_shipped reads order shipped. */
    public String label() {
        return displayName.orElseGet(() -> name.replace('_', ' '));
    }

    public NotificationType {
        channels = Set.copyOf(channels);
    }
}
