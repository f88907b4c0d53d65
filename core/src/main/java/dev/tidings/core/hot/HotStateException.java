package dev.tidings.core.hot;

/** The store behind the hot state did not answer. What was asked of it may have been done or not. */
public final class HotStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HotStateException(String message, Throwable cause) {
        super(message, cause);
    }
}
