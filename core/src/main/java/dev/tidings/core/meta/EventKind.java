package dev.tidings.core.meta;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a tenant can be told of, at an address of its own. */
public enum EventKind {
    /** A provider has taken it. */
    DELIVERY_SENT,
    /** It has arrived, as far as the provider can tell. */
    DELIVERY_DELIVERED,
    /** It will not arrive. */
    DELIVERY_FAILED,
    NOTIFICATION_READ,
    NOTIFICATION_ARCHIVED;

    private final String wire = name().toLowerCase(Locale.ROOT).replace('_', '.');

    public String wire() {
        return wire;
    }

    public static Optional<EventKind> ofWire(String wire) {
        return Arrays.stream(values()).filter(kind -> kind.wire.equals(wire)).findFirst();
    }
}
