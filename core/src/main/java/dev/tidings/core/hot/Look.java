package dev.tidings.core.hot;

import java.util.Optional;

/**
 * What a look into a cache brought.
 *
 * @param value what is known, if anything is
 * @param stamp to be handed in with what is read from the tables from now on, if the value is missing or will not do;
 *     {@link Stamp#NONE} while a change is under way, or for a while after a loss: then nobody may keep it, here or elsewhere
 */
public record Look<V>(Optional<V> value, Stamp stamp) {
    /** What a cache that can't be reached has to say. */
    public static <V> Look<V> nothing() {
        return new Look<>(Optional.empty(), Stamp.NONE);
    }
}
