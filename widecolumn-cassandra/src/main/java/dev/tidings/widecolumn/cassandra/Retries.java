package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.Futures;
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
 * Retries idempotent requests after transient failures, with exponential backoff and jitter, until a timeout. The other nodes
 * detect the failure of a node only after seconds; requests that time out in between would succeed a moment later.
 */
final class Retries implements AutoCloseable {
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long MAX_PAUSE_MILLIS = 1000;

    private final long timeoutNanos;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tidings-cassandra-retries");
        thread.setDaemon(true);
        return thread;
    });

    private final Set<Run<?, ?>> waiting = ConcurrentHashMap.newKeySet();

    Retries(Duration timeout) {
        this.timeoutNanos = timeout.toNanos();
    }

    /** Completes with the first result or permanent failure, or with the last failure. */
    <T> CompletableFuture<T> run(Supplier<CompletionStage<T>> call) {
        return run(call, result -> result, failure -> failure);
    }

    /** The same, with result and failure mapped: this is on the hot path of every write, and saves two stages of a chain. */
    <T, U> CompletableFuture<U> run(
            Supplier<CompletionStage<T>> call,
            Function<? super T, ? extends U> mapping,
            Function<Throwable, ? extends Throwable> failureMapping) {
        Run<T, U> run = new Run<>(call, mapping, failureMapping, System.nanoTime() + timeoutNanos);
        run.attempt(FIRST_PAUSE_MILLIS);
        return run.answer;
    }

    /** One call with its retries. */
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
                    failed(Futures.unwrap(thrown), pauseMillis);
                }
            });
        }

        private void failed(Throwable failure, long pauseMillis) {
            if (!CassandraErrors.isTransient(failure) || System.nanoTime() - deadline > 0) {
                answer.completeExceptionally(failureMapping.apply(failure));
                return;
            }
            long jittered = ThreadLocalRandom.current().nextLong(pauseMillis / 2, pauseMillis + 1);
            long nextPause = Math.min(2 * pauseMillis, MAX_PAUSE_MILLIS);
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
                    new StoreException(Reason.CLOSED, "the engine was closed before the request could be retried")));
        }
    }

    /** Stops all retries; requests that wait for one fail as closed. */
    @Override
    public void close() {
        timer.shutdownNow();
        // The timer rejects later retries.
        waiting.forEach(Run::closed);
    }
}
