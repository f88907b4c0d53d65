package dev.tidings.channels;

import dev.tidings.core.delivery.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One attempt of {@link BlockingAttempts}. Tracks whether the provider may have accepted the message, which decides the meaning of a
 * failure. The timeout and the work race, so one lock settles it: an outcome of "not accepted" is reliable.
 */
public final class Attempt {
    /** The progress of an attempt. */
    private enum Stage {
        WAITING,
        WORKING,
        COMMITTED,
        OVER
    }

    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private Stage stage = Stage.WAITING;
    private Thread worker;
    private Runnable abort = () -> {};

    Attempt() {}

    CompletableFuture<Outcome> outcome() {
        return outcome;
    }

    /** Runs the work on this thread, unless the attempt has timed out. */
    void run(Supplier<Outcome> work) {
        synchronized (this) {
            if (stage == Stage.OVER) {
                return;
            }
            stage = Stage.WORKING;
            worker = Thread.currentThread();
        }
        Outcome done = null;
        Throwable error = null;
        try {
            done = work.get();
        } catch (RuntimeException | Error e) {
            error = e;
        } finally {
            synchronized (this) {
                stage = Stage.OVER;
                worker = null;
                // The interrupt was meant for this attempt, not for the next one on this thread.
                Thread.interrupted();
            }
        }
        if (error != null) {
            outcome.completeExceptionally(error);
        } else {
            outcome.complete(done);
        }
    }

    /**
     * To be called right before the step that makes the provider accept the message. False after the timeout: a retry was already
     * reported, and the message must not be sent.
     */
    public synchronized boolean commit() {
        if (stage == Stage.OVER) {
            return false;
        }
        stage = Stage.COMMITTED;
        return true;
    }

    /** The action that unblocks the working thread at the timeout, besides an interrupt. */
    public void onAbort(Runnable action) {
        synchronized (this) {
            if (stage != Stage.OVER) {
                abort = action;
                return;
            }
        }
        action.run();
    }

    public synchronized boolean isOver() {
        return stage == Stage.OVER;
    }

    /** Ends a committed attempt: its connection is gone, and no answer can arrive. Has no effect before the commit. */
    public void connectionLost() {
        end(reached -> reached == Stage.COMMITTED
                ? new Outcome.Unclear("dropped", "the connection was closed before there was an answer")
                : null);
    }

    void onTimeout() {
        end(reached -> switch (reached) {
            case WAITING -> new Outcome.Retry("busy", "all connections are busy");
            case WORKING -> new Outcome.Retry("timeout", "timed out before the message was handed over");
            case COMMITTED -> new Outcome.Unclear("timeout", "timed out after the message was handed over");
            case OVER -> null;
        });
    }

    /** @param ending the outcome for the stage that was reached; null to continue */
    private void end(Function<Stage, Outcome> ending) {
        Outcome end;
        Runnable action;
        synchronized (this) {
            end = ending.apply(stage);
            if (end == null) {
                return;
            }
            stage = Stage.OVER;
            action = abort;
            if (worker != null) {
                worker.interrupt();
            }
        }
        outcome.complete(end);
        action.run();
    }
}
