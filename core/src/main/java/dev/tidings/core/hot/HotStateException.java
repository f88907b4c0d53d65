package dev.tidings.core.hot;

/** The store behind the hot state did not answer. The call may or may not have taken effect. */
public final class HotStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HotStateException(String message, Throwable cause) {
        super(message, cause);
    }
}
