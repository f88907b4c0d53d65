package dev.tidings.core.model;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A template of a notification type for one channel and locale. Stored templates are immutable: a change is a new template for the same
 * type, channel and locale with a higher revision.
 *
 * @param locale a language tag, or {@link #ANY_LOCALE}
 * @param revision counts up with each change of any template of the tenant, so that one number identifies the state of all templates of a
 *     type; 0 if it is not stored yet
 * @param parts the texts with variables, by part: subject, text and so on
 * @param variables the names that have to be in the data of every notification
 * @param changedAt the time of this revision
 */
public record Template(
        String type,
        Channel channel,
        String locale,
        int revision,
        State state,
        Map<String, String> parts,
        Set<String> variables,
        Instant changedAt) {
    /** The locale of the fallback template, for users whose language has none. */
    public static final String ANY_LOCALE = "und";

    public Template {
        // Sorted, so that equal templates are written alike everywhere.
        parts = Collections.unmodifiableMap(new TreeMap<>(parts));
        variables = Collections.unmodifiableSet(new TreeSet<>(variables));
    }

    /** Whether notifications are rendered with it. */
    public boolean active() {
        return state == State.ACTIVE;
    }

    public Template withVariables(Set<String> all) {
        return new Template(type, channel, locale, revision, state, parts, all, changedAt);
    }

    /** A copy with what the store assigns. */
    public Template stored(int revision, State state, Instant at) {
        return new Template(type, channel, locale, revision, state, parts, variables, at);
    }

    /** The state of a template at one revision: active, inactive or deleted. */
    public enum State {
        ACTIVE,
        /** Kept, but not used. */
        INACTIVE,
        /** Kept as a revision, so that notifications accepted earlier still find their template. */
        DELETED;

        private final String wire = name().toLowerCase(Locale.ROOT);

        public String wire() {
            return wire;
        }

        public static Optional<State> ofWire(String wire) {
            return Arrays.stream(values())
                    .filter(state -> state.wire.equals(wire))
                    .findFirst();
        }
    }
}
