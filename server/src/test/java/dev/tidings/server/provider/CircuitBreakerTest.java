package dev.tidings.server.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final CircuitBreaker circuitBreaker = new CircuitBreaker(nanos::get);

    private void call(boolean failure) {
        assertThat(circuitBreaker.tryAcquire()).isTrue();
        circuitBreaker.record(failure);
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
        assertThat(circuitBreaker.openFor()).isZero();
        call(true);
        assertThat(circuitBreaker.tryAcquire()).isFalse();
        assertThat(circuitBreaker.openFor()).isEqualTo(CircuitBreaker.FIRST_PAUSE);
    }

    @Test
    void staysClosedWhenEveryOtherCallFails() {
        for (int i = 0; i < 100; i++) {
            call(i % 2 == 0);
        }
        assertThat(circuitBreaker.tryAcquire()).isTrue();
    }

    @Test
    void halfOpen_letsOneProbeThrough() {
        calls(16, true);
        pass(CircuitBreaker.FIRST_PAUSE);
        assertThat(circuitBreaker.tryAcquire()).isTrue();
        assertThat(circuitBreaker.tryAcquire())
                .as("a second call while the probe is in flight")
                .isFalse();
        circuitBreaker.record(false);
        calls(10, false);
    }

    @Test
    void failedProbe_doublesThePause() {
        calls(16, true);
        Duration pause = CircuitBreaker.FIRST_PAUSE;
        for (int i = 0; i < 10; i++) {
            assertThat(circuitBreaker.openFor()).isEqualTo(pause);
            pass(pause.minusNanos(1));
            assertThat(circuitBreaker.tryAcquire()).isFalse();
            pass(Duration.ofNanos(1));
            call(true);
            pause = pause.multipliedBy(2).compareTo(CircuitBreaker.MAX_PAUSE) > 0
                    ? CircuitBreaker.MAX_PAUSE
                    : pause.multipliedBy(2);
        }
        assertThat(pause).isEqualTo(CircuitBreaker.MAX_PAUSE);
    }

    @Test
    void withdrawnProbe_countsAsNothing() {
        calls(16, true);
        pass(CircuitBreaker.FIRST_PAUSE);
        assertThat(circuitBreaker.tryAcquire()).isTrue();
        circuitBreaker.release();
        assertThat(circuitBreaker.tryAcquire()).as("the next call is a probe").isTrue();
    }

    @Test
    void lateResult_doesNotCloseTheBreaker() {
        for (int i = 0; i < 30; i++) {
            assertThat(circuitBreaker.tryAcquire()).isTrue();
        }
        for (int i = 0; i < 30; i++) {
            circuitBreaker.record(true);
        }
        assertThat(circuitBreaker.openFor()).isEqualTo(CircuitBreaker.FIRST_PAUSE);
        circuitBreaker.record(false);
        assertThat(circuitBreaker.tryAcquire())
                .as("closed by an answer from before it opened")
                .isFalse();
    }
}
