package dev.tidings.core.delivery;

import java.time.Duration;

/**
 * The outcome of one delivery attempt, as returned by a {@link Provider}: accepted, or one of four kinds of failure that tell whether a
 * retry is possible.
 */
public sealed interface Outcome {

    /**
     * The provider has not accepted the message, or may not have accepted it.
     *
     * <p>The code is a lower-case word for metrics and searches, such as {@code throttled}; the text is for people and contains neither an
     * address nor a secret.
     */
    sealed interface Failure extends Outcome {
        String code();

        String text();
    }

    /**
     * The provider has accepted the message.
     *
     * @param providerMessageId the provider's id of the message, also used in receipts
     */
    record Accepted(String providerMessageId) implements Outcome {}

    /**
     * A temporary failure, and the message was certainly not accepted: the provider is overloaded, down or unreachable, or rejects the
     * credentials.
     *
     * @param after the provider's retry-after; zero if it gave none
     */
    record Retry(Duration after, String code, String text) implements Failure {
        public Retry(String code, String text) {
            this(Duration.ZERO, code, text);
        }
    }

    /** An unknown outcome: a timeout, a broken connection, or an unexpected response. */
    record Unclear(String code, String text) implements Failure {}

    /** A permanent failure of this message. Implies nothing about the address. */
    record Rejected(String code, String text) implements Failure {}

    /** The address no longer reaches the user: an app that was removed, a mailbox that is gone. It must not be used again. */
    record Unregistered(String code, String text) implements Failure {}
}
