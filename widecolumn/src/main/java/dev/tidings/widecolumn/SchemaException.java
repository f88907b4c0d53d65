package dev.tidings.widecolumn;

/** Thrown while tables and schemas are built, if a declaration is invalid or a query can't be served by its key. Nothing is stored yet. */
public final class SchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SchemaException(String message) {
        super(message);
    }
}
