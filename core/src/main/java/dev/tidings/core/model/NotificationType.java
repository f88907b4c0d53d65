package dev.tidings.core.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A kind of notification.
 *
 * @param name what requests call it, such as order_shipped
 * @param category what users know it under, such as orders; preferences can be set for all types of one
 * @param channels those it goes to if a request names none
 * @param maxPriority the most urgent a request may ask for
 * @param perUserAndHour how many of it a user gets in an hour; more are suppressed
 * @param required whether it reaches users whatever their preferences, so that they can't turn it off: password codes, legal
 *     notices
 * @param expiresAfter how long after it was to be sent a notification expires that does not say so itself; empty if it keeps
 * @param repeatable whether an attempt of which nobody knows what came may be made again; false for what must not come twice
 */
public record NotificationType(
        String name,
        Optional<String> category,
        Set<Channel> channels,
        Priority maxPriority,
        OptionalInt perUserAndHour,
        boolean required,
        Optional<Duration> expiresAfter,
        boolean repeatable) {
    /** What a request without a type is. There without being made, and can be changed like any other. */
    public static final NotificationType DEFAULT = new NotificationType(
            "default", Optional.empty(), Set.of(Channel.IN_APP), Priority.CRITICAL, OptionalInt.empty(), false);

    /** What is taken for granted of a type that nobody remembers. */
    public static NotificationType named(String name) {
        return new NotificationType(
                name,
                DEFAULT.category,
                DEFAULT.channels,
                DEFAULT.maxPriority,
                DEFAULT.perUserAndHour,
                DEFAULT.required);
    }

    /** One that keeps, and may be tried again. */
    public NotificationType(
            String name,
            Optional<String> category,
            Set<Channel> channels,
            Priority maxPriority,
            OptionalInt perUserAndHour,
            boolean required) {
        this(name, category, channels, maxPriority, perUserAndHour, required, Optional.empty(), true);
    }

    public NotificationType {
        channels = Set.copyOf(channels);
    }
}
