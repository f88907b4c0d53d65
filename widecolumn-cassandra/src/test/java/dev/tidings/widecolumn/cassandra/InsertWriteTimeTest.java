package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.WriteClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of the write time of an insert: it waits until the time is later than that of all earlier writes, up to a timeout. */
class InsertWriteTimeTest {
    private final WriteClock writeClock = new WriteClock(InstantSource.system(), Long.MIN_VALUE + 1);

    private CompletableFuture<Void> turn(Duration patience) {
        return LwtInserts.nextMillisecond(writeClock, System.nanoTime() + patience.toNanos());
    }

    @Test
    void withoutEarlierWrites_doesNotWait() {
        assertThat(turn(Duration.ofMinutes(1))).isCompleted();
    }

    @Test
    void insert_getsALaterMillisecondThanEarlierWrites() {
        long written = writeClock.next();
        turn(Duration.ofMinutes(1)).join();
        assertThat(1000 * System.currentTimeMillis()).isGreaterThan(written);
    }

    @Test
    void afterTheClockWasSetBack_timesOut() throws Exception {
        // As from a clock that was an hour ahead.
        writeClock.advancePast(
                1000 * (System.currentTimeMillis() + Duration.ofHours(1).toMillis()));
        CompletableFuture<Void> answer = turn(Duration.ofMillis(100));
        CompletableFuture<Throwable> failure = answer.handle((done, failed) -> failed);
        assertThat(failure.get(1, TimeUnit.MINUTES)).isNotNull();
        assertThatThrownBy(answer::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .hasMessageContaining("the clock was set back")
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE));
    }
}
