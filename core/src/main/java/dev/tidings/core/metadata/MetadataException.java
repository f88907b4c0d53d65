package dev.tidings.core.metadata;

/**
 * A failure of the metadata store: the database can't be reached or is overloaded, or a value or statement is rejected. Tells whether it is
 * temporary, so that a retry of the same call may succeed.
 */
public final class MetadataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean temporary;

    /** @param temporary whether a retry of the same call may succeed without intervention */
    public MetadataException(String message, boolean temporary, Throwable cause) {
        super(message, cause);
        this.temporary = temporary;
    }

    public boolean temporary() {
        return temporary;
    }
}
