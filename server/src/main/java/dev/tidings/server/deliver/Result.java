package dev.tidings.server.deliver;

import dev.tidings.core.model.Suppression;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What an attempt at one address came to. */
sealed interface Result {

    /** A provider has it, and that is written down. */
    record Sent() implements Result {}

    /**
     * To be tried again, as another attempt.
     *
     * @param after how long the far side asks to be left alone, at least
     */
    record Again(Duration after, String code, String text, List<DeliveryRows.Attempt> attempts) implements Result {}

    /**
     * Nobody was asked yet: it is not its turn, or nobody works at the moment. Not an attempt.
     *
     * @param turnTaken whether its turn is then, and need not be asked for
     * @param attempts calls that were made all the same, of a provider before this one
     */
    record NotYet(Duration after, boolean turnTaken, List<DeliveryRows.Attempt> attempts) implements Result {}

    /** It is quiet until then. */
    record Quiet(Instant until) implements Result {}

    /** No use to try again. */
    record Failed(String code, String text, List<DeliveryRows.Attempt> attempts) implements Result {}

    /** It was decided against. */
    record Suppressed(Suppression reason) implements Result {}

    record Expired() implements Result {}

    /** Another attempt of the same number has been made at this address, whatever came of it. */
    record Superseded(boolean sent) implements Result {}
}
