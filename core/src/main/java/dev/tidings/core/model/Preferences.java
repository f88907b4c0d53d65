package dev.tidings.core.model;

import static java.lang.Boolean.FALSE;
import static java.lang.Boolean.TRUE;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What one user wants to hear, as far as it differs from the default: for a channel altogether, for a category on a channel, for a
 * type on a channel.
 *
 * @param version counts up with each change; 0 if the user has never said anything
 * @param quietHours when not to be disturbed
 */
public record Preferences(
        long version,
        Map<Channel, Boolean> channels,
        Map<String, Map<Channel, Boolean>> categories,
        Map<String, Map<Channel, Boolean>> types,
        Optional<QuietHours> quietHours) {
    public static final Preferences NONE = new Preferences(0, Map.of(), Map.of(), Map.of());

    private static final Ruling ALLOWED_REQUIRED = new Ruling(true, "required");
    private static final Ruling ALLOWED_BY_DEFAULT = new Ruling(true, "default");
    private static final Ruling REFUSED_BY_DEFAULT = new Ruling(false, "default");
    private static final Boolean[] NO_THEN_YES = {FALSE, TRUE};

    /** Without quiet hours. */
    public Preferences(
            long version,
            Map<Channel, Boolean> channels,
            Map<String, Map<Channel, Boolean>> categories,
            Map<String, Map<Channel, Boolean>> types) {
        this(version, channels, categories, types, Optional.empty());
    }

    public Preferences {
        channels = Map.copyOf(channels);
        categories = copy(categories);
        types = copy(types);
    }

    /**
     * What follows for a type on a channel, and from what.
     *
     * @param by required, channel, category, type or default
     */
    public record Ruling(boolean allowed, String by) {}

    /** Whether a notification of this type may reach the user on this channel. */
    public boolean allows(NotificationType type, Channel channel) {
        return ruling(type, channel).allowed();
    }

    /**
     * A no at any level holds, whatever the others say: who turned email off must not have to hunt for the type that still sends
     * it. A channel that is off by default needs a yes at some level. A required type asks nobody.
     */
    public Ruling ruling(NotificationType type, Channel channel) {
        if (type.required()) {
            return ALLOWED_REQUIRED;
        }
        Boolean ofAll = channels.get(channel);
        Boolean ofCategory =
                type.category().isPresent() ? said(categories, type.category().get(), channel) : null;
        Boolean ofType = said(types, type.name(), channel);
        for (Boolean answer : NO_THEN_YES) {
            if (answer.equals(ofAll)) {
                return new Ruling(answer, "channel");
            }
            if (answer.equals(ofCategory)) {
                return new Ruling(answer, "category");
            }
            if (answer.equals(ofType)) {
                return new Ruling(answer, "type");
            }
        }
        return channel.onByDefault() ? ALLOWED_BY_DEFAULT : REFUSED_BY_DEFAULT;
    }

    /** Null if nothing was said. */
    private static Boolean said(Map<String, Map<Channel, Boolean>> by, String name, Channel channel) {
        return by.getOrDefault(name, Map.of()).get(channel);
    }

    private static Map<String, Map<Channel, Boolean>> copy(Map<String, Map<Channel, Boolean>> by) {
        Map<String, Map<Channel, Boolean>> copy = new TreeMap<>();
        by.forEach((name, ofName) -> {
            if (!ofName.isEmpty()) {
                copy.put(name, Map.copyOf(ofName));
            }
        });
        return Collections.unmodifiableMap(copy);
    }
}
