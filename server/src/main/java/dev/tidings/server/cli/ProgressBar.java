package dev.tidings.server.cli;

import java.io.PrintWriter;
import java.util.Locale;

/** A progress bar on a terminal; prints nothing elsewhere. */
final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 30;

    private final PrintWriter out;
    private final long total;
    private final boolean isShown;
    private boolean started;

    /** @param total 0 if it is not known */
    ProgressBar(PrintWriter out, long total) {
        this(out, total, System.console() != null);
    }

    ProgressBar(PrintWriter out, long total, boolean isShown) {
        this.out = out;
        this.total = total;
        this.isShown = isShown;
    }

    void show(long done, long items) {
        if (!isShown) {
            return;
        }
        started = true;
        out.printf(Locale.ROOT, "\r%s%,d sent", total == 0 ? "" : bar(Math.min(1, done / (double) total)), items);
        out.flush();
    }

    private static String bar(double share) {
        int filled = (int) (share * WIDTH);
        return String.format(
                Locale.ROOT, "[%s%s] %3d %%  ", "#".repeat(filled), ".".repeat(WIDTH - filled), (int) (100 * share));
    }

    /** Ends the line. */
    @Override
    public void close() {
        if (started) {
            out.println();
            out.flush();
        }
    }
}
