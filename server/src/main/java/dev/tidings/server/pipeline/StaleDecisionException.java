package dev.tidings.server.pipeline;

/**
 * Thrown by the route stage when preferences or contacts were read too long ago to act on. Nothing was written; the records are redelivered
 * and decided anew.
 */
public final class StaleDecisionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StaleDecisionException(String message) {
        super(message);
    }
}
