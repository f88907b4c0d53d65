package dev.tidings.channels.smpp;

import dev.tidings.core.deliver.Outcome;

/** There is no session to send anything over. */
final class NotBoundException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Outcome.Retry outcome;

    NotBoundException(Outcome.Retry outcome) {
        super(outcome.text());
        this.outcome = outcome;
    }

    /** What that means for who wanted to send. */
    Outcome.Retry outcome() {
        return outcome;
    }
}
