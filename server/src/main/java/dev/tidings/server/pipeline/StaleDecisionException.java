package dev.tidings.server.pipeline;

/**
 * Thrown by the route stage before it writes a batch if deciding it took too long, because another process may have routed the same
 * notifications meanwhile. Nothing was written; the records are redelivered.
 */
public final class StaleDecisionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StaleDecisionException(String message) {
        super(message);
    }
}
