package dev.tidings.server.pipeline;

/** Thrown when a decision is based on reads that are too old. Nothing was written; the records are to be redelivered. */
public final class StaleDecisionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StaleDecisionException(String message) {
        super(message);
    }
}
