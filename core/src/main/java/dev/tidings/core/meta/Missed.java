package dev.tidings.core.meta;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What to do about occurrences whose time went by while nobody was there to send them. */
public enum Missed {
    /** They are left out. */
    SKIP,
    /** They are sent late. */
    CATCH_UP;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** Its name in requests, answers and tables. */
    public String wire() {
        return wire;
    }

    public static Optional<Missed> ofWire(String wire) {
        return Arrays.stream(values()).filter(each -> each.wire.equals(wire)).findFirst();
    }
}
