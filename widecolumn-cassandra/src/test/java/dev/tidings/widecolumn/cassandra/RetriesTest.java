package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of retries: every request completes, also when the engine is closed. */
class RetriesTest {
    private final Retries repeats = new Retries(Duration.ofMinutes(10));
    private final AtomicInteger calls = new AtomicInteger();

    @AfterEach
    void close() {
        repeats.close();
    }

    private static <T> CompletableFuture<T> timedOut() {
        return CompletableFuture.failedFuture(new DriverTimeoutException("no answer"));
    }

    @Test
    void transientFailure_isRetried() {
        CompletableFuture<String> answer =
                repeats.run(() -> calls.incrementAndGet() < 3 ? timedOut() : CompletableFuture.completedFuture("done"));
        assertThat(answer).succeedsWithin(Duration.ofMinutes(1)).isEqualTo("done");
        assertThat(calls).hasValue(3);
    }

    @Test
    void close_failsWaitingRetries() {
        CompletableFuture<String> answer = repeats.run(RetriesTest::timedOut);
        assertThat(answer).isNotDone();
        repeats.close();
        assertClosed(answer);
    }

    @Test
    void failureAfterClose_isNotRetried() {
        CompletableFuture<String> call = new CompletableFuture<>();
        CompletableFuture<String> answer = repeats.run(() -> {
            calls.incrementAndGet();
            return call;
        });
        repeats.close();
        assertThat(answer).isNotDone();
        call.completeExceptionally(new DriverTimeoutException("no answer"));
        assertClosed(answer);
        assertThat(calls).hasValue(1);
    }

    private static void assertClosed(CompletableFuture<String> answer) {
        assertThat(answer)
                .failsWithin(Duration.ofMinutes(1))
                .withThrowableOfType(ExecutionException.class)
                .havingCause()
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CLOSED));
    }
}
