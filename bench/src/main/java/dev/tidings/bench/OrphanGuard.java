package dev.tidings.bench;

import java.io.IOException;

/** Kills child processes that would otherwise outlive a benchmark that is killed. */
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
