package dev.tidings.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final AtomicLong nanos = new AtomicLong(17);

    @Test
    void zero_isUnlimited() {
        TokenBucket tokenBucket = new TokenBucket(0, nanos::get);
        for (int i = 0; i < 1_000; i++) {
            assertThat(tokenBucket.reserve()).isZero();
        }
    }

    @Test
    void onePerSecond_reservesSecondBySecond() {
        TokenBucket tokenBucket = new TokenBucket(1, nanos::get);
        assertThat(tokenBucket.reserve()).isZero();
        assertThat(tokenBucket.reserve()).isEqualTo(Duration.ofSeconds(1));
        assertThat(tokenBucket.reserve()).isEqualTo(Duration.ofSeconds(2));
        nanos.addAndGet(3 * SECOND);
        assertThat(tokenBucket.reserve()).isZero();
    }

    /** Whatever the arrival times: any second has at most the tokens of one second and the burst. */
    @Property(tries = 200)
    void rateIsNeverExceeded(
            @ForAll @IntRange(min = 1, max = 500) int perSecond,
            @ForAll @Size(max = 300) int @IntRange(min = 0, max = 50) [] pausesMillis) {
        nanos.set(42);
        TokenBucket tokenBucket = new TokenBucket(perSecond, nanos::get);
        List<Long> turns = new ArrayList<>();
        for (int pause : pausesMillis) {
            nanos.addAndGet(Duration.ofMillis(Math.abs(pause % 50)).toNanos());
            turns.add(nanos.get() + tokenBucket.reserve().toNanos());
        }
        for (int i = 0; i < turns.size(); i++) {
            long from = turns.get(i);
            long within = turns.stream()
                    .filter(at -> at >= from && at < from + SECOND)
                    .count();
            assertThat(within).isLessThanOrEqualTo(perSecond + perSecond / 10 + 1);
        }
    }
}
