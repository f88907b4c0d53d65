package dev.tidings.channels.capture;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The outcome that a {@link CaptureRule} gives to a delivery, such as a retry or no answer, and whether the delivery is captured. */
public enum CaptureOutcome {
    /** Captured and accepted. */
    ACCEPT,
    /** Not captured; to be retried. */
    RETRY,
    /** Not captured; rejected for good. */
    REFUSE,
    /** Not captured; the address is reported as unregistered. */
    UNREGISTER,
    /** Not captured, and no answer. */
    HANG,
    /** Captured, and no answer. */
    ACCEPT_THEN_TIMEOUT;

    private final String wire = name().toLowerCase(Locale.ROOT);

    public String wire() {
        return wire;
    }

    public static Optional<CaptureOutcome> ofWire(String wire) {
        return Arrays.stream(values())
                .filter(outcome -> outcome.wire.equals(wire))
                .findFirst();
    }
}
