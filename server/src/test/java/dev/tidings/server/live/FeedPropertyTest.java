package dev.tidings.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests by simulation that every client gets every change exactly once, whatever store, bus, clocks and writers do. */
class FeedPropertyTest {
    private static final Duration OVERLAP = Duration.ofSeconds(30);
    private static final int SEEDS = 200;
    /** About 25 changes in the time of an overlap, far fewer than a cursor can hold. */
    private static final int MEAN_PAUSE_MILLIS = 1_200;

    @Test
    void everyChange_isReceivedExactlyOnce() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            assertThat(new FeedSimulation(seed, OVERLAP, MEAN_PAUSE_MILLIS).run())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    @Test
    void shortOverlap_losesChanges() {
        assertThat(LongStream.rangeClosed(1, 20)
                        .filter(seed -> !new FeedSimulation(seed, Duration.ofSeconds(1), MEAN_PAUSE_MILLIS)
                                .run()
                                .isEmpty())
                        .count())
                .as("seeds that fail if the overlap is shorter than the clocks are apart")
                .isPositive();
    }

    /** Beyond 64 changes in the time of an overlap a client that resumes may receive some again, but misses none. */
    @Test
    void manyChanges_areNeverMissed() {
        for (long seed = 1; seed <= 12; seed++) {
            assertThat(new FeedSimulation(seed, OVERLAP, 150).run())
                    .as("seed %d", seed)
                    .noneMatch(violation -> violation.contains("received 0 times"));
        }
    }
}
