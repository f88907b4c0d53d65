package dev.tidings.server.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BreakerTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Breaker breaker = new Breaker(nanos::get);

    private void call(boolean failure) {
        assertThat(breaker.enter()).isTrue();
        breaker.ended(failure);
    }

    private void calls(int times, boolean failure) {
        for (int i = 0; i < times; i++) {
            call(failure);
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void opensWhenMostCallsFail() {
        calls(15, true);
        assertThat(breaker.closedFor()).isZero();
        call(true);
        assertThat(breaker.enter()).isFalse();
        assertThat(breaker.closedFor()).isEqualTo(Breaker.FIRST_PAUSE);
    }

    @Test
    void staysClosedWhenEveryOtherCallFails() {
        for (int i = 0; i < 100; i++) {
            call(i % 2 == 0);
        }
        assertThat(breaker.enter()).isTrue();
    }

    @Test
    void halfOpen_letsOneProbeThrough() {
        calls(16, true);
        pass(Breaker.FIRST_PAUSE);
        assertThat(breaker.enter()).isTrue();
        assertThat(breaker.enter())
                .as("a second call while the probe is in flight")
                .isFalse();
        breaker.ended(false);
        calls(10, false);
    }

    @Test
    void failedProbe_doublesThePause() {
        calls(16, true);
        Duration pause = Breaker.FIRST_PAUSE;
        for (int i = 0; i < 10; i++) {
            assertThat(breaker.closedFor()).isEqualTo(pause);
            pass(pause.minusNanos(1));
            assertThat(breaker.enter()).isFalse();
            pass(Duration.ofNanos(1));
            call(true);
            pause = pause.multipliedBy(2).compareTo(Breaker.LONGEST_PAUSE) > 0
                    ? Breaker.LONGEST_PAUSE
                    : pause.multipliedBy(2);
        }
        assertThat(pause).isEqualTo(Breaker.LONGEST_PAUSE);
    }

    @Test
    void withdrawnProbe_countsAsNothing() {
        calls(16, true);
        pass(Breaker.FIRST_PAUSE);
        assertThat(breaker.enter()).isTrue();
        breaker.left();
        assertThat(breaker.enter()).as("the next call is a probe").isTrue();
    }

    @Test
    void lateResult_doesNotCloseTheBreaker() {
        for (int i = 0; i < 30; i++) {
            assertThat(breaker.enter()).isTrue();
        }
        for (int i = 0; i < 30; i++) {
            breaker.ended(true);
        }
        assertThat(breaker.closedFor()).isEqualTo(Breaker.FIRST_PAUSE);
        breaker.ended(false);
        assertThat(breaker.enter())
                .as("closed by an answer from before it opened")
                .isFalse();
    }
}
