package dev.tidings.widecolumn;

import java.time.Duration;

/**
 * Waits with a timeout that an interrupt does not end early, for shutdown code that must not continue before its threads have stopped. The
 * interrupt status is restored when the wait is over.
 */
public final class Uninterruptibly {
    private Uninterruptibly() {}

    /** A wait with a timeout; false if it timed out. */
    public interface Wait {
        boolean within(long nanos) throws InterruptedException;
    }

    public static boolean await(Duration timeout, Wait wait) {
        long end = System.nanoTime() + timeout.toNanos();
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
