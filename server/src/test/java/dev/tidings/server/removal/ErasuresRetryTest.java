package dev.tidings.server.removal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of the pauses between failing removals: a removal scans everything, so it must not be repeated all the time. */
class ErasuresRetryTest {
    @Test
    void pauses_doubleUpToTenMinutes() {
        assertThat(Erasures.pauseAfter(1)).isEqualTo(Duration.ofSeconds(1));
        assertThat(Erasures.pauseAfter(2)).isEqualTo(Duration.ofSeconds(2));
        assertThat(Erasures.pauseAfter(10)).isEqualTo(Duration.ofSeconds(512));
        assertThat(Erasures.pauseAfter(11)).isEqualTo(Duration.ofMinutes(10));
        assertThat(Erasures.pauseAfter(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(10));
    }
}
