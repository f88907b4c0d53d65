package dev.tidings.channels.smpp;

import dev.tidings.core.delivery.Outcome;

/** Thrown by {@link SmppLink#bound} if no SMPP session is bound; carries the retry outcome for the delivery. */
final class NotBoundException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Outcome.Retry outcome;

    NotBoundException(Outcome.Retry outcome) {
        super(outcome.text());
        this.outcome = outcome;
    }

    /** The outcome of the delivery. */
    Outcome.Retry outcome() {
        return outcome;
    }
}
