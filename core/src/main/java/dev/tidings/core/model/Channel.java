package dev.tidings.core.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A channel on which a user is notified: in-app, push, email, SMS or webhook. Each tells whether it is on for a user without a preference.
 */
public enum Channel implements StoredCode {
    IN_APP(0, true),
    PUSH(1, true),
    EMAIL(2, true),
    /** Opt-in: it costs money and is hard to ignore. */
    SMS(3, false),
    WEBHOOK(4, true);

    private static final Channel[] ALL = values();

    private final byte code;

    private final boolean onByDefault;
    private final String wire = name().toLowerCase(Locale.ROOT);

    Channel(int code, boolean onByDefault) {
        this.code = (byte) code;
        this.onByDefault = onByDefault;
    }

    @Override
    public byte code() {
        return code;
    }

    public static Channel ofCode(int code) {
        return StoredCode.find(ALL, code, "channel");
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
