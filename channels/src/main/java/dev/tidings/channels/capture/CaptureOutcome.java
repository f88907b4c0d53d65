package dev.tidings.channels.capture;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What becomes of a delivery that is captured. */
public enum CaptureOutcome {
    /** It is kept. */
    ACCEPT,
    /** Not this time. */
    RETRY,
    /** Not wanted, now or later. */
    REFUSE,
    /** The address is nobody's any more. */
    UNREGISTER,
    /** There is no answer, and nothing is kept. */
    HANG,
    /** It is kept, and there is no answer. */
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
