package dev.tidings.channels;

import dev.tidings.core.deliver.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One try of {@link BlockingTries}. Knows the one thing that decides what a failure means: whether the far side may have taken it.
 * Time and the work race for that, so it is settled here, under one lock: who is told that it was not taken can rely on it.
 */
public final class Attempt {
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

    /** Does the work on this thread, unless it is too late for it. */
    void run(Supplier<Outcome> work) {
        synchronized (this) {
            if (stage == Stage.OVER) {
                return;
            }
            stage = Stage.WORKING;
            worker = Thread.currentThread();
        }
        Outcome done = null;
        Throwable mistake = null;
        try {
            done = work.get();
        } catch (RuntimeException | Error e) {
            mistake = e;
        } finally {
            synchronized (this) {
                stage = Stage.OVER;
                worker = null;
                // An interrupt was meant for this try, not for the next on this thread.
                Thread.interrupted();
            }
        }
        if (mistake != null) {
            outcome.completeExceptionally(mistake);
        } else {
            outcome.complete(done);
        }
    }

    /**
     * To be called right before what makes the far side take it. False if the time is over: somebody was already told that it was
     * not taken, and it must not be sent.
     */
    public synchronized boolean commit() {
        if (stage == Stage.OVER) {
            return false;
        }
        stage = Stage.COMMITTED;
        return true;
    }

    /** What frees the thread that works on it when the time is over; besides this, it is interrupted. */
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

    /** No answer can come any more: the connection it went over is gone. Of no effect before it was committed. */
    public void connectionLost() {
        end(reached -> reached == Stage.COMMITTED
                ? new Outcome.Unclear("dropped", "the connection was closed before there was an answer")
                : null);
    }

    void timeOver() {
        end(reached -> switch (reached) {
            case WAITING -> new Outcome.Retry("busy", "all connections were busy with others");
            case WORKING -> new Outcome.Retry("timeout", "no answer in time, before it was handed over");
            case COMMITTED -> new Outcome.Unclear("timeout", "handed over, and no answer in time");
            case OVER -> null;
        });
    }

    /** @param ending what that is the end of, by how far it had come; null if it goes on */
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
