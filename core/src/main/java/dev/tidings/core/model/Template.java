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
 * How notifications of a type are put into words on a channel, in a language. What was stored once is never changed: a change is
 * another template of the same place with a higher revision.
 *
 * @param locale a language tag, or {@link #ANY_LOCALE}
 * @param revision counts up with each change of any template of the tenant, so that one number tells how all templates of a type
 *     were at a moment; 0 if it is not stored yet
 * @param parts texts with variables in them, by what they are: subject, text and so on
 * @param variables the names of what has to be in the data of every notification
 * @param changedAt when it became so
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
    /** Of the template for all whose language has none of its own. */
    public static final String ANY_LOCALE = "und";

    public Template {
        // In one order, so that what is equal looks equal wherever it is written.
        parts = Collections.unmodifiableMap(new TreeMap<>(parts));
        variables = Collections.unmodifiableSet(new TreeSet<>(variables));
    }

    /** Whether notifications are put into words with it. */
    public boolean active() {
        return state == State.ACTIVE;
    }

    /** The same, stored. */
    public Template stored(int revision, State state, Instant at) {
        return new Template(type, channel, locale, revision, state, parts, variables, at);
    }

    public enum State {
        ACTIVE,
        /** Kept, but not used. */
        INACTIVE,
        /** There as a revision, so that what was accepted before still finds the one before it. */
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
