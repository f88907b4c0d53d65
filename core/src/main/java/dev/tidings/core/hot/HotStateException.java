package dev.tidings.core.hot;

/** The failure of a call to the hot state: its store did not answer. The call may or may not have taken effect. */
public final class HotStateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HotStateException(String message, Throwable cause) {
        super(message, cause);
    }
}
