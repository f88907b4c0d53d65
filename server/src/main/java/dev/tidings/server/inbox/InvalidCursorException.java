package dev.tidings.server.inbox;

/** A cursor that no answer to this question has contained. */
public final class InvalidCursorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidCursorException() {
        super("expected the 'next' of an earlier answer to the same question");
    }
}
