package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class BackoffTest {
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(5), Duration.ofHours(1), 10);

    @Property
    void pause_isInTheLaterHalfOfADoublingBoundedPause(
            @ForAll @IntRange(min = 1, max = 100) int attempt, @ForAll long seed) {
        Duration whole =
                attempt > 20 ? BACKOFF.maxPause() : BACKOFF.firstPause().multipliedBy(1L << attempt - 1);
        Duration bounded = whole.compareTo(BACKOFF.maxPause()) > 0 ? BACKOFF.maxPause() : whole;
        assertThat(BACKOFF.pauseAfter(attempt, new Random(seed)))
                .isBetween(bounded.dividedBy(2).minusMillis(1), bounded);
    }
}
