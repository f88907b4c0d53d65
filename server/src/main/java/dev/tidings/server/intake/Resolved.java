package dev.tidings.server.intake;

import java.time.Instant;

/** The result of resolving a send time to an instant. */
public sealed interface Resolved {

    /**
     * The send time.
     *
     * @param time in whole milliseconds, not before the requested time
     */
    record Due(Instant time) implements Resolved {}

    /** The requested time is invalid. */
    record Refused(FieldError error) implements Resolved {}
}
