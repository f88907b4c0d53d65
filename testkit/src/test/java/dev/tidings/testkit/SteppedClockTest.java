package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests of the stepped clock. */
class SteppedClockTest {
    private final Instant start = Instant.parse("2026-01-01T00:00:00.123Z");
    private final SteppedClock clock = new SteppedClock(start.plusNanos(456));

    @Test
    void standsStillInWholeMilliseconds() {
        assertThat(clock.instant()).isEqualTo(start).isEqualTo(clock.instant());
        assertThat(new SteppedClock().instant()).isBeforeOrEqualTo(Instant.now());
    }

    @Test
    void advances() {
        assertThat(clock.advance(Duration.ofSeconds(2)).instant()).isEqualTo(start.plusSeconds(2));
        assertThat(clock.advanceTo(start.plusSeconds(3)).instant()).isEqualTo(start.plusSeconds(3));
    }

    @Test
    void goesBackOnlyWhenToldTo() {
        assertThatThrownBy(() -> clock.advance(Duration.ofMillis(-1)))
                .hasMessageContaining("step of PT-0.001S: expected forward");
        assertThatThrownBy(() -> clock.advanceTo(start.minusSeconds(1))).hasMessageContaining("expected forward");
        assertThat(clock.stepBack(Duration.ofSeconds(1)).instant()).isEqualTo(start.minusSeconds(1));
    }

    @Test
    void catchesUpAndNeverFallsBack() {
        Instant ahead = Instant.parse("2999-01-01T00:00:00Z");
        assertThat(new SteppedClock(ahead).catchUp().instant()).isEqualTo(ahead);
        assertThat(new SteppedClock(Instant.EPOCH).catchUp().instant()).isAfter(Instant.EPOCH);
    }
}
