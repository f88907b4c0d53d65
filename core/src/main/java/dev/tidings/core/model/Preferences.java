package dev.tidings.core.model;

import static java.lang.Boolean.FALSE;
import static java.lang.Boolean.TRUE;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A user's explicit opt-ins and opt-outs: per channel, per category and channel, and per type and channel. Decides whether a notification
 * type is allowed on a channel; a missing choice follows the default.
 *
 * @param version counts up with each change; 0 if the user has never set a preference
 * @param quietHours the daily time without interruptions
 */
public record Preferences(
        long version,
        Map<Channel, Boolean> channels,
        Map<String, Map<Channel, Boolean>> categories,
        Map<String, Map<Channel, Boolean>> types,
        Optional<QuietHours> quietHours) {
    public static final Preferences NONE = new Preferences(0, Map.of(), Map.of(), Map.of());

    private static final PreferenceDecision ALLOWED_REQUIRED = new PreferenceDecision(true, "required");
    private static final PreferenceDecision ALLOWED_BY_DEFAULT = new PreferenceDecision(true, "default");
    private static final PreferenceDecision REFUSED_BY_DEFAULT = new PreferenceDecision(false, "default");
    private static final Boolean[] OPT_OUT_FIRST = {FALSE, TRUE};

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

    /** The decision for a type on a channel, and the name of the rule it follows from. */
    public record PreferenceDecision(boolean allowed, String by) {}

    /** Whether a notification of this type may reach the user on this channel. */
    public boolean allows(NotificationType type, Channel channel) {
        return decide(type, channel).allowed();
    }

    /**
     * Decides for a type on a channel. An opt-out at any level wins: a user who turned email off must not have to search for the type that
     * still sends it. A channel that is off by default needs an opt-in at some level. A required type ignores preferences.
     */
    public PreferenceDecision decide(NotificationType type, Channel channel) {
        if (type.required()) {
            return ALLOWED_REQUIRED;
        }
        Boolean ofAll = channels.get(channel);
        Boolean ofCategory = type.category().isPresent()
                ? preference(categories, type.category().get(), channel)
                : null;
        Boolean ofType = preference(types, type.name(), channel);
        for (Boolean answer : OPT_OUT_FIRST) {
            if (answer.equals(ofAll)) {
                return new PreferenceDecision(answer, "channel");
            }
            if (answer.equals(ofCategory)) {
                return new PreferenceDecision(answer, "category");
            }
            if (answer.equals(ofType)) {
                return new PreferenceDecision(answer, "type");
            }
        }
        return channel.onByDefault() ? ALLOWED_BY_DEFAULT : REFUSED_BY_DEFAULT;
    }

    /** Null if there is no preference. */
    private static Boolean preference(Map<String, Map<Channel, Boolean>> by, String name, Channel channel) {
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
