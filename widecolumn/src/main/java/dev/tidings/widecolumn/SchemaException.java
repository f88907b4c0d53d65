package dev.tidings.widecolumn;

/** An invalid declaration, reported while tables are built, before anything is stored. */
public final class SchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SchemaException(String message) {
        super(message);
    }
}
