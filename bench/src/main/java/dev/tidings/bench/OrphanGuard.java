package dev.tidings.bench;

import java.io.IOException;

/**
 * Starts a watcher process that sends a signal to a given process when this JVM ends, even by kill -9. Used for servers that a killed
 * benchmark would leave running.
 */
public final class OrphanGuard {
    private OrphanGuard() {}

    /**
     * Starts a watcher that sends this signal to the process when this JVM ends, which closes the standard input of the watcher. A caller
     * that stops the process itself must stop the watcher first, because the pid may be reused.
     */
    public static Process killOnExit(String signal, String pid) throws IOException {
        return new ProcessBuilder("sh", "-c", "cat > /dev/null; kill -" + signal + " " + pid)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
