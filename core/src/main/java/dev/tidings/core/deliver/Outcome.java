package dev.tidings.core.deliver;

import java.time.Duration;

/** What came of one try. */
public sealed interface Outcome {

    /**
     * The far side does not have it, or may not have it.
     *
     * <p>There is a code, a word in lower case for counting and searching, such as {@code throttled}, and a text for people, in
     * which there is neither an address nor a secret.
     */
    sealed interface Failure extends Outcome {
        String code();

        String text();
    }

    /**
     * The far side has taken it.
     *
     * @param providerMessageId what the far side calls it, in receipts too
     */
    record Accepted(String providerMessageId) implements Outcome {}

    /**
     * Not this time, and it has certainly not been taken: the far side is busy, broken or not to be reached, or does not know us.
     *
     * @param after how long the far side asks to be left alone; zero if it does not say
     */
    record Retry(Duration after, String code, String text) implements Failure {
        public Retry(String code, String text) {
            this(Duration.ZERO, code, text);
        }
    }

    /** Nobody knows whether it was taken: no answer in time, a connection that broke, an answer that makes no sense. */
    record Unclear(String code, String text) implements Failure {}

    /** The far side does not want it, and will not want it later. Says nothing about the address. */
    record Rejected(String code, String text) implements Failure {}

    /** The address reaches nobody any more: an app that was removed, a mailbox that is gone. Not to be used again. */
    record Unregistered(String code, String text) implements Failure {}
}
