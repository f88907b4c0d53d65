package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for the effects of other threads, longer than a busy machine needs for them. */
public final class Await {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private Await() {}

    public static void until(BooleanSupplier condition) {
        untilEqual(condition::getAsBoolean, true);
    }

    public static <T> void untilEqual(Supplier<T> actual, T expected) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        T last = actual.get();
        while (!Objects.equals(last, expected) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE.toNanos());
            last = actual.get();
        }
        assertThat(last).as("in time").isEqualTo(expected);
    }
}
