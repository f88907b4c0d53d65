package dev.tidings.widecolumn;

import java.time.Duration;

/**
 * Waits that an interrupt does not cut short, because what follows them would be wrong if they had not ended. The interrupt is
 * passed on when the wait is over.
 */
public final class Uninterruptibly {
    private Uninterruptibly() {}

    /** Waits for something, this long at most; false if it did not happen. */
    public interface Wait {
        boolean within(long nanos) throws InterruptedException;
    }

    public static boolean await(Duration longest, Wait wait) {
        long end = System.nanoTime() + longest.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return wait.within(Math.max(1, end - System.nanoTime()));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
