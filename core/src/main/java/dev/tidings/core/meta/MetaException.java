package dev.tidings.core.meta;

/** The database did not do what it was asked. */
public final class MetaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean temporary;

    /** @param temporary whether the same call may succeed later, without anybody doing something about it */
    public MetaException(String message, boolean temporary, Throwable cause) {
        super(message, cause);
        this.temporary = temporary;
    }

    public boolean temporary() {
        return temporary;
    }
}
