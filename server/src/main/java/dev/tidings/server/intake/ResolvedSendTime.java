package dev.tidings.server.intake;

import dev.tidings.server.validation.FieldError;
import java.time.Instant;

/** The result of {@link SendTimeResolver}: the instant of the send time, or the error of the field. */
public sealed interface ResolvedSendTime {

    /**
     * The send time.
     *
     * @param time in whole milliseconds, not before the requested time
     */
    record Due(Instant time) implements ResolvedSendTime {}

    /** The requested time is invalid. */
    record Refused(FieldError error) implements ResolvedSendTime {}
}
