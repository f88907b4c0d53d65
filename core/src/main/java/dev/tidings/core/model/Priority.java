package dev.tidings.core.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The priority of a notification, most urgent first. Each priority has its own lanes in the log, so that none waits for a lower one. */
public enum Priority implements StoredCode {
    CRITICAL(0),
    HIGH(1),
    NORMAL(2),
    BULK(3);

    private static final Priority[] ALL = values();

    private final byte code;

    private final String wire = name().toLowerCase(Locale.ROOT);

    Priority(int code) {
        this.code = (byte) code;
    }

    @Override
    public byte code() {
        return code;
    }

    public static Priority ofCode(int code) {
        return StoredCode.find(ALL, code, "priority");
    }

    /** The name in requests, responses and tables. */
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
