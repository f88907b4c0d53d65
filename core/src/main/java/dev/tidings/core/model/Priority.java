package dev.tidings.core.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How urgent a notification is, most urgent first. Each has a lane of its own, so that none waits for the ones below it. */
public enum Priority {
    CRITICAL,
    HIGH,
    NORMAL,
    BULK;

    private final String wire = name().toLowerCase(Locale.ROOT);

    /** Its name in requests, answers and tables. */
    public String wire() {
        return wire;
    }

    public boolean moreUrgentThan(Priority other) {
        return compareTo(other) < 0;
    }

    public static Optional<Priority> ofWire(String wire) {
        return Arrays.stream(values())
                .filter(priority -> priority.wire.equals(wire))
                .findFirst();
    }
}
