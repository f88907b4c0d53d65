package dev.tidings.server.inbox;

/** Thrown for a page cursor of any list that is malformed or belongs to another query. */
public final class InvalidCursorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidCursorException() {
        super("expected the 'next' of an earlier response to the same query");
    }
}
