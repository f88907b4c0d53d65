package dev.tidings.core.model;

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
 * @param required whether it reaches users whatever their preferences: password codes, legal notices
 */
public record NotificationType(
        String name,
        Optional<String> category,
        Set<Channel> channels,
        Priority maxPriority,
        OptionalInt perUserAndHour,
        boolean required) {
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

    public NotificationType {
        channels = Set.copyOf(channels);
    }
}
