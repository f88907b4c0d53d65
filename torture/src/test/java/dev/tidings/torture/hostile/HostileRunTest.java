package dev.tidings.torture.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs a few seeds of {@code torture hostile} with every build. */
class HostileRunTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 21, 30})
    void everyUser_seesEverythingOnce(long seed) throws Exception {
        assertThat(HostileTorture.run(seed)).as("seed %d", seed).isEmpty();
    }
}
