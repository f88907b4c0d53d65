package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UserKey;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class InFlightCallsTest {
    private static final UserKey BOB = new UserKey("acme", "bob");
    private static final UserKey EVE = new UserKey("acme", "eve");

    private final AtomicLong nanos = new AtomicLong();
    private final InFlightCalls calls = new InFlightCalls(nanos::get);

    @Test
    void noCallInFlight_settledAtOnce() {
        assertThat(calls.settled(BOB)).isDone();
        calls.begin(EVE);
        assertThat(calls.settled(BOB)).isDone();
    }

    @Test
    void everyCallInFlight_isWaitedFor() {
        InFlightCalls.InFlightCall one = calls.begin(BOB);
        InFlightCalls.InFlightCall other = calls.begin(BOB);
        CompletableFuture<Void> settled = calls.settled(BOB);
        InFlightCalls.InFlightCall later = calls.begin(BOB);
        one.end();
        assertThat(settled).isNotDone();
        other.end();
        assertThat(settled).as("a call begun later is not waited for").isDone();
        later.end();
        assertThat(calls.settled(BOB)).isDone();
    }

    @Test
    void callsOfATenant_areWaitedFor() {
        InFlightCalls.InFlightCall one = calls.begin(BOB);
        InFlightCalls.InFlightCall other = calls.begin(new UserKey(BOB.tenant(), "other"));
        calls.begin(new UserKey(BOB.tenant() + "2", BOB.user()));
        CompletableFuture<Void> settled = calls.settled(BOB.tenant());
        one.end();
        assertThat(settled).isNotDone();
        other.end();
        assertThat(settled).isDone();
    }

    @Test
    void hangingCall_isWaitedForUntilTheDeadline() {
        InFlightCalls.InFlightCall call = calls.begin(BOB);
        nanos.addAndGet(Duration.ofSeconds(29).toNanos());
        CompletableFuture<Void> settled = calls.settled(BOB);
        assertThat(settled).isNotDone();
        call.end();
        assertThat(settled).isDone();
    }

    @Test
    void wait_isBounded() {
        calls.begin(BOB);
        nanos.addAndGet(Duration.ofSeconds(30).toNanos());
        assertThat(calls.settled(BOB)).isDone();
    }
}
