package dev.tidings.core.model;

import static java.lang.Boolean.FALSE;
import static java.lang.Boolean.TRUE;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one user wants to hear, as far as it differs from the default: for a channel altogether, for a category on a channel, for a
 * type on a channel.
 *
 * @param version counts up with each change; 0 if the user has never said anything
 */
public record Preferences(
        long version,
        Map<Channel, Boolean> channels,
        Map<String, Map<Channel, Boolean>> categories,
        Map<String, Map<Channel, Boolean>> types) {
    public static final Preferences NONE = new Preferences(0, Map.of(), Map.of(), Map.of());

    public Preferences {
        channels = Map.copyOf(channels);
        categories = copy(categories);
        types = copy(types);
    }

    /**
     * Whether a notification of this type may reach the user on this channel. A no at any level holds, whatever the others say:
     * who turned email off must not have to hunt for the type that still sends it. A channel that is off by default needs a yes
     * at some level. A required type asks nobody.
     */
    public boolean allows(NotificationType type, Channel channel) {
        if (type.required()) {
            return true;
        }
        Boolean ofAll = channels.get(channel);
        Boolean ofCategory =
                type.category().isPresent() ? said(categories, type.category().get(), channel) : null;
        Boolean ofType = said(types, type.name(), channel);
        if (FALSE.equals(ofAll) || FALSE.equals(ofCategory) || FALSE.equals(ofType)) {
            return false;
        }
        return channel.onByDefault() || TRUE.equals(ofAll) || TRUE.equals(ofCategory) || TRUE.equals(ofType);
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
