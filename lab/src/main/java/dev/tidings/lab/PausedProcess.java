package dev.tidings.lab;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A pause of a child process by SIGSTOP, until it is resumed. The paused process can't notice the end of its parent, so a shell does:
 * on a line of input it resumes the process, and at the end of its input, when this JVM has ended, it kills the process.
 */
public final class PausedProcess {
    private static final String SCRIPT =
            "kill -STOP \"$1\" && echo paused && if read -r line; then kill -CONT \"$1\"; else kill -KILL \"$1\"; fi";

    private final Process shell;

    private PausedProcess(Process shell) {
        this.shell = shell;
    }

    public static PausedProcess of(long pid) {
        try {
            Process shell = new ProcessBuilder("sh", "-c", SCRIPT, "sh", Long.toString(pid))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!"paused".equals(shell.inputReader().readLine())) {
                throw new IllegalStateException("cannot pause process " + pid + "; is it still running?");
            }
            return new PausedProcess(shell);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot pause process " + pid, e);
        }
    }

    /** Ends the shell. Without {@code resume} the caller must kill the process. */
    public void end(boolean resume) {
        if (!resume) {
            shell.destroyForcibly();
            return;
        }
        try {
            shell.outputWriter().append('\n').flush();
            shell.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot resume a paused process", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
