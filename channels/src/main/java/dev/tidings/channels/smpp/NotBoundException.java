package dev.tidings.channels.smpp;

import dev.tidings.core.delivery.Outcome;

/** Thrown by {@link SmppLink#bound} if no SMPP session is bound; carries the retry outcome for the delivery. */
final class NotBoundException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Outcome.Failure outcome;

    NotBoundException(Outcome.Failure outcome) {
        super(outcome.text());
        this.outcome = outcome;
    }

    /** The outcome of the delivery. */
    Outcome.Failure outcome() {
        return outcome;
    }
}
