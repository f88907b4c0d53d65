package dev.tidings.server.intake;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Optional;

/** When something is to be sent, as it was asked for. Which instant that is, {@link Whens} can tell. */
public sealed interface When {

    /** As it was written: for the answer, if it is refused. */
    String given();

    /** The field it was given in. */
    default String field() {
        return this instanceof At
                ? WhenFields.SEND_AT
                : this instanceof Local ? WhenFields.SEND_AT_LOCAL : WhenFields.DELAY;
    }

    record At(String given, Instant time) implements When {}

    /**
     * What a clock on the wall shows.
     *
     * @param zone where the clock hangs; empty if that is where the user is
     */
    record Local(String given, LocalDateTime time, Optional<String> zone) implements When {}

    /** @param delay from the moment it is accepted; more than nothing */
    record After(String given, Duration delay) implements When {}
}
