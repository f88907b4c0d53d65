package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.Answers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Repeats what may be repeated while the cluster is short of nodes, with growing pauses, until patience runs out. The death of a
 * node is noticed by the others only after seconds, in which requests time out that would succeed a moment later.
 */
final class Repeats implements AutoCloseable {
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private final long patienceNanos;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tidings-cassandra-repeats");
        thread.setDaemon(true);
        return thread;
    });

    Repeats(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    /** The first answer that is not a passing failure, or the last failure. */
    <T> CompletableFuture<T> run(Supplier<CompletionStage<T>> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        attempt(call, answer, System.nanoTime() + patienceNanos, FIRST_PAUSE_MILLIS);
        return answer;
    }

    private <T> void attempt(
            Supplier<CompletionStage<T>> call, CompletableFuture<T> answer, long deadline, long pauseMillis) {
        CompletionStage<T> stage;
        try {
            stage = call.get();
        } catch (RuntimeException e) {
            answer.completeExceptionally(e);
            return;
        }
        stage.whenComplete((result, thrown) -> {
            if (thrown == null) {
                answer.complete(result);
                return;
            }
            Throwable failure = Answers.cause(thrown);
            if (!Failures.mayPass(failure) || System.nanoTime() - deadline > 0) {
                answer.completeExceptionally(failure);
                return;
            }
            long jittered = ThreadLocalRandom.current().nextLong(pauseMillis / 2, pauseMillis + 1);
            long nextPause = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            timer.schedule(() -> attempt(call, answer, deadline, nextPause), jittered, TimeUnit.MILLISECONDS);
        });
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
