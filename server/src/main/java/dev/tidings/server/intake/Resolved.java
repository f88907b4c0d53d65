package dev.tidings.server.intake;

import java.time.Instant;

/** What came of the question which instant a request means. */
public sealed interface Resolved {

    /** @param time in whole milliseconds, not before the time that was asked for */
    record Due(Instant time) implements Resolved {}

    record Refused(FieldError error) implements Resolved {}
}
