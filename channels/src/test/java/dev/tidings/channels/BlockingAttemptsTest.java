package dev.tidings.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class BlockingAttemptsTest {
    private static final Outcome YES = new Outcome.Accepted("1");
    private static final Duration SOON = Duration.ofMillis(20);
    private static final Duration LATE = Duration.ofMinutes(10);

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    /** Blocks until it is released, ignoring interrupts. */
    private static void block(CountDownLatch freed) {
        while (freed.getCount() > 0) {
            try {
                freed.await();
            } catch (InterruptedException e) {
                // Like a library that ignores interrupts.
            }
        }
    }

    @Test
    void uncommittedAttempt_isARetryAndNeverSentLater() throws Exception {
        CountDownLatch freed = new CountDownLatch(1);
        CompletableFuture<Boolean> committed = new CompletableFuture<>();
        try (BlockingAttempts tries = new BlockingAttempts("test", 1, SOON)) {
            CompletableFuture<Outcome> outcome = tries.start(attempt -> {
                attempt.onAbort(freed::countDown);
                block(freed);
                committed.complete(attempt.commit());
                return YES;
            });
            // Busy if no thread was available in time; not accepted either way.
            assertThat(get(outcome)).isInstanceOf(Outcome.Retry.class);
            if (((Outcome.Retry) get(outcome)).code().equals("timeout")) {
                assertThat(get(committed)).isFalse();
            }
        }
    }

    @Test
    void committedAttempt_isUnclearAfterTheTimeout() throws Exception {
        CountDownLatch freed = new CountDownLatch(1);
        try (BlockingAttempts tries = new BlockingAttempts("test", 1, LATE)) {
            CompletableFuture<Outcome> outcome = tries.start(attempt -> {
                assertThat(attempt.commit()).isTrue();
                attempt.onAbort(freed::countDown);
                attempt.connectionLost();
                block(freed);
                return YES;
            });
            assertThat(get(outcome))
                    .isInstanceOfSatisfying(
                            Outcome.Unclear.class,
                            unclear -> assertThat(unclear.code()).isEqualTo("dropped"));
            assertThat(freed.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void lostConnection_hasNoEffectBeforeTheCommit() throws Exception {
        try (BlockingAttempts tries = new BlockingAttempts("test", 1, LATE)) {
            assertThat(get(tries.start(attempt -> {
                        attempt.connectionLost();
                        return YES;
                    })))
                    .isEqualTo(YES);
        }
    }

    @Test
    void queuedAttempt_isNotStartedAfterItsTimeout() throws Exception {
        CountDownLatch freed = new CountDownLatch(1);
        AtomicBoolean started = new AtomicBoolean();
        try (BlockingAttempts tries = new BlockingAttempts("test", 1, SOON)) {
            tries.start(attempt -> {
                block(freed);
                return YES;
            });
            CompletableFuture<Outcome> second = tries.start(attempt -> {
                started.set(true);
                return YES;
            });
            assertThat(get(second))
                    .isInstanceOfSatisfying(
                            Outcome.Retry.class,
                            retry -> assertThat(retry.code()).isEqualTo("busy"));
            freed.countDown();
        }
        assertThat(started).isFalse();
    }

    /** An interrupt ends the attempt that timed out, not the next one on its thread. */
    @Test
    void nextAttempt_isNotInterrupted() throws Exception {
        try (BlockingAttempts tries = new BlockingAttempts("test", 1, LATE)) {
            tries.start(attempt -> {
                attempt.commit();
                attempt.connectionLost();
                return YES;
            });
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            tries.start(attempt -> {
                interrupted.complete(Thread.currentThread().isInterrupted());
                return YES;
            });
            assertThat(get(interrupted)).isFalse();
        }
    }

    @Test
    void close_endsBlockedAttempts() throws Exception {
        CountDownLatch freed = new CountDownLatch(1);
        CountDownLatch blocked = new CountDownLatch(1);
        BlockingAttempts tries = new BlockingAttempts("test", 1, LATE);
        CompletableFuture<Outcome> outcome = tries.start(attempt -> {
            attempt.commit();
            attempt.onAbort(freed::countDown);
            blocked.countDown();
            block(freed);
            return YES;
        });
        assertThat(blocked.await(60, TimeUnit.SECONDS)).isTrue();
        tries.close();
        assertThat(get(outcome)).isInstanceOf(Outcome.Unclear.class);
        assertThat(freed.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(get(tries.start(attempt -> YES))).isInstanceOf(Outcome.Retry.class);
    }

    @Test
    void programmingError_isNotAnOutcome() {
        try (BlockingAttempts tries = new BlockingAttempts("test", 1, LATE)) {
            CompletableFuture<Outcome> outcome = tries.start(attempt -> {
                throw new IllegalStateException("a mistake");
            });
            assertThatThrownBy(() -> get(outcome))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseMessage("a mistake");
        }
    }
}
