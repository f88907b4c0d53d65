package dev.tidings.core.metadata;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The policy of a recurring schedule for occurrences that were not planned in time, for example during an outage: skip them, or send them
 * late.
 */
public enum MissedPolicy {
    /** They are dropped. */
    SKIP,
    /** They are sent late. */
    CATCH_UP;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** The name in requests, responses and tables. */
    public String wire() {
        return wire;
    }

    public static Optional<MissedPolicy> ofWire(String wire) {
        return Arrays.stream(values()).filter(each -> each.wire.equals(wire)).findFirst();
    }
}
