package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.Answers;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
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

    private final Set<Run<?, ?>> waiting = ConcurrentHashMap.newKeySet();

    Repeats(Duration patience) {
        this.patienceNanos = patience.toNanos();
    }

    /** The first answer that is not a passing failure, or the last failure. */
    <T> CompletableFuture<T> run(Supplier<CompletionStage<T>> call) {
        return run(call, result -> result, failure -> failure);
    }

    /** The same, with answer and failure mapped on the way: a write passes here, and each step of a chain has its price. */
    <T, U> CompletableFuture<U> run(
            Supplier<CompletionStage<T>> call,
            Function<? super T, ? extends U> mapping,
            Function<Throwable, ? extends Throwable> failureMapping) {
        Run<T, U> run = new Run<>(call, mapping, failureMapping, System.nanoTime() + patienceNanos);
        run.attempt(FIRST_PAUSE_MILLIS);
        return run.answer;
    }

    /** One call, tried as often as it takes. */
    private final class Run<T, U> {
        private final Supplier<CompletionStage<T>> call;
        private final Function<? super T, ? extends U> mapping;
        private final Function<Throwable, ? extends Throwable> failureMapping;
        private final long deadline;
        private final CompletableFuture<U> answer = new CompletableFuture<>();

        Run(
                Supplier<CompletionStage<T>> call,
                Function<? super T, ? extends U> mapping,
                Function<Throwable, ? extends Throwable> failureMapping,
                long deadline) {
            this.call = call;
            this.mapping = mapping;
            this.failureMapping = failureMapping;
            this.deadline = deadline;
        }

        void attempt(long pauseMillis) {
            CompletionStage<T> stage;
            try {
                stage = call.get();
            } catch (RuntimeException e) {
                answer.completeExceptionally(failureMapping.apply(e));
                return;
            }
            stage.whenComplete((result, thrown) -> {
                if (thrown == null) {
                    answer.complete(mapping.apply(result));
                } else {
                    failed(Answers.cause(thrown), pauseMillis);
                }
            });
        }

        private void failed(Throwable failure, long pauseMillis) {
            if (!Failures.mayPass(failure) || System.nanoTime() - deadline > 0) {
                answer.completeExceptionally(failureMapping.apply(failure));
                return;
            }
            long jittered = ThreadLocalRandom.current().nextLong(pauseMillis / 2, pauseMillis + 1);
            long nextPause = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
            waiting.add(this);
            try {
                timer.schedule(() -> again(nextPause), jittered, TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException e) {
                closed();
            }
        }

        private void again(long pauseMillis) {
            waiting.remove(this);
            attempt(pauseMillis);
        }

        void closed() {
            waiting.remove(this);
            answer.completeExceptionally(failureMapping.apply(
                    new StoreException(Reason.CLOSED, "the engine was closed before this could be repeated")));
        }
    }

    /** Nothing is repeated any more, and whoever waits for that is told so. */
    @Override
    public void close() {
        timer.shutdownNow();
        // Whoever comes from now on is refused by the timer.
        waiting.forEach(Run::closed);
    }
}
