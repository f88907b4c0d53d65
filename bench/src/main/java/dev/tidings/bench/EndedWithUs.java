package dev.tidings.bench;

import java.io.IOException;

/** Processes that don't notice when their starter dies, and would outlive a benchmark that is killed. */
public final class EndedWithUs {
    private EndedWithUs() {}

    /**
     * Ends it with this signal when this process ends, which is the end of the watcher's input. Whoever ends it before ends the
     * watcher first, or that might end whoever has the number by then.
     */
    public static Process watch(String signal, String pid) throws IOException {
        return new ProcessBuilder("sh", "-c", "cat > /dev/null; kill -" + signal + " " + pid)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
