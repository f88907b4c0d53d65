package dev.tidings.client;

/** The thread was interrupted during a call. Its interrupt flag is set again; the server may have executed the call. */
public final class CallInterruptedException extends TidingsException {
    private static final long serialVersionUID = 1L;

    CallInterruptedException(String call, InterruptedException cause) {
        super("interrupted during " + call, cause);
    }
}
