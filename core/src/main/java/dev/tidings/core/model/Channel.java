package dev.tidings.core.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A way to reach a user. */
public enum Channel {
    IN_APP(true),
    PUSH(true),
    EMAIL(true),
    /** Costs money and is hard to escape, so only who asked for it gets it. */
    SMS(false),
    WEBHOOK(true);

    private final boolean onByDefault;
    private final String wire = name().toLowerCase(Locale.ROOT);

    Channel(boolean onByDefault) {
        this.onByDefault = onByDefault;
    }

    /** Whether a user who has said nothing hears on it. */
    public boolean onByDefault() {
        return onByDefault;
    }

    /** Its name in requests, answers and tables. */
    public String wire() {
        return wire;
    }

    public static Optional<Channel> ofWire(String wire) {
        return Arrays.stream(values())
                .filter(channel -> channel.wire.equals(wire))
                .findFirst();
    }
}
