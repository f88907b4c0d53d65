package dev.tidings.server.intake;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Optional;

/** A send time as requested: an instant, a local time or a delay. {@link SendTimeResolver} resolves it to an instant. */
public sealed interface SendTime {

    /** The original text, for error messages. */
    String given();

    /** The request field it was given in. */
    default String field() {
        return this instanceof At
                ? SendTimeFields.SEND_AT
                : this instanceof Local ? SendTimeFields.SEND_AT_LOCAL : SendTimeFields.DELAY;
    }

    /** An instant. */
    record At(String given, Instant time) implements SendTime {}

    /**
     * A local date and time.
     *
     * @param zone empty for the time zone of the user
     */
    record Local(String given, LocalDateTime time, Optional<String> zone) implements SendTime {}

    /**
     * A delay.
     *
     * @param delay from acceptance on; positive
     */
    record After(String given, Duration delay) implements SendTime {}
}
