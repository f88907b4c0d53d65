package dev.tidings.core.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A channel on which a user is notified. */
public enum Channel {
    IN_APP(true),
    PUSH(true),
    EMAIL(true),
    /** Opt-in: it costs money and is hard to ignore. */
    SMS(false),
    WEBHOOK(true);

    private final boolean onByDefault;
    private final String wire = name().toLowerCase(Locale.ROOT);

    Channel(boolean onByDefault) {
        this.onByDefault = onByDefault;
    }

    /** Whether the channel is on for a user without a preference. */
    public boolean onByDefault() {
        return onByDefault;
    }

    /** The name in requests, responses and tables. */
    public String wire() {
        return wire;
    }

    public static Optional<Channel> ofWire(String wire) {
        return Arrays.stream(values())
                .filter(channel -> channel.wire.equals(wire))
                .findFirst();
    }
}
