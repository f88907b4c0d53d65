package dev.tidings.server.deliver;

import dev.tidings.core.model.Suppression;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

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
     * @param turnWith the provider with whom it has its turn then; null if it has to ask
     * @param attempts calls that were made all the same, of a provider before this one
     */
    record NotYet(Duration after, String turnWith, List<DeliveryRows.Attempt> attempts) implements Result {}

    /**
     * It is quiet until then.
     *
     * @param attempts calls that were made before
     */
    record Quiet(Instant until, List<DeliveryRows.Attempt> attempts) implements Result {}

    /**
     * No use to try again.
     *
     * @param noted the attempt that is written down as the last, by somebody else; null if there is none
     */
    record Failed(String code, String text, List<DeliveryRows.Attempt> attempts, UUID noted) implements Result {
        Failed(String code, String text, List<DeliveryRows.Attempt> attempts) {
            this(code, text, attempts, null);
        }
    }

    /**
     * It was decided against.
     *
     * @param attempts calls that were made before
     */
    record Suppressed(Suppression reason, List<DeliveryRows.Attempt> attempts) implements Result {
        Suppressed(Suppression reason) {
            this(reason, List.of());
        }
    }

    /** @param attempts calls that were made before */
    record Expired(List<DeliveryRows.Attempt> attempts) implements Result {}

    /** Another attempt of the same number has been made at this address, whatever came of it. */
    record Superseded(boolean sent) implements Result {}
}
