package dev.tidings.server.inbox;

/** A cursor that no response to this query contained. */
public final class InvalidCursorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidCursorException() {
        super("expected the 'next' of an earlier response to the same query");
    }
}
