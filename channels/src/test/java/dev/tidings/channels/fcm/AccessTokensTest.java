package dev.tidings.channels.fcm;

import static dev.tidings.channels.HttpDeliveries.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.HttpDeliveries;
import dev.tidings.channels.http.HttpCaller;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.delivery.simulator.FcmServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the access tokens for FCM: requested rarely, and never used after expiry. */
class AccessTokensTest {
    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-16T08:00:00Z"));
    private FcmServer server;
    private Provider provider;

    @BeforeEach
    void open() throws IOException {
        server = new FcmServer(clock);
        provider = HttpDeliveries.open(
                new FcmKind(true), Map.of("serviceAccount", server.serviceAccount(), "baseUrl", server.url()), clock);
    }

    @AfterEach
    void close() {
        provider.close();
        server.close();
    }

    private CompletableFuture<Outcome> deliver() {
        Delivery delivery = HttpDeliveries.of(AddressKind.FCM, "token-1", new Message.Push("t", null, null, null));
        return provider.deliver(delivery);
    }

    private void assertAccepted() {
        assertThat(await(deliver())).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void token_isShared() {
        List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            outcomes.add(deliver());
        }
        for (CompletableFuture<Outcome> outcome : outcomes) {
            assertThat(await(outcome)).isInstanceOf(Outcome.Accepted.class);
        }
        assertAccepted();
        assertThat(server.tokenRequests()).isEqualTo(1);
    }

    @Test
    void token_isRefreshedBeforeItExpires() {
        assertAccepted();
        clock.advance(Duration.ofMinutes(54));
        assertAccepted();
        assertThat(server.tokenRequests()).isEqualTo(1);
        clock.advance(Duration.ofMinutes(2));
        assertAccepted();
        assertThat(server.tokenRequests()).isEqualTo(2);
    }

    @Test
    void failedRefresh_keepsTheOldTokenUntilItExpires() {
        assertAccepted();
        server.tokenStatus(503);
        clock.advance(Duration.ofMinutes(57));
        assertAccepted();
        clock.advance(Duration.ofMinutes(5));
        assertRetry(await(deliver()), "unavailable");
        server.tokenStatus(200);
        assertAccepted();
    }

    @Test
    void rejectedToken_isNotReused() {
        assertAccepted();
        server.revokeTokens();
        assertRetry(await(deliver()), "credentials");
        assertAccepted();
        assertThat(server.tokenRequests()).isEqualTo(2);
    }

    @Test
    void rejectedAccount_isARetry() {
        server.tokenStatus(400);
        assertRetry(await(deliver()), "credentials");
        assertThat(server.calls()).isEmpty();
    }

    /** Google's clock, not ours, decides about the validity. */
    @Test
    void wrongClock_isARetry() throws IOException {
        try (FcmServer elsewhen = new FcmServer(new SteppedClock(clock.instant().minus(Duration.ofHours(2))))) {
            Provider lost = HttpDeliveries.open(
                    new FcmKind(true),
                    Map.of("serviceAccount", elsewhen.serviceAccount(), "baseUrl", elsewhen.url()),
                    clock);
            Delivery delivery = HttpDeliveries.of(AddressKind.FCM, "token-1", new Message.Push("t", null, null, null));
            assertRetry(await(lost.deliver(delivery)), "credentials");
            lost.close();
        }
    }

    /** Concurrent callers wait for the same request, which must always complete. */
    @Test
    void failedTokenRequest_completesForAllCallers() {
        AtomicBoolean broken = new AtomicBoolean(true);
        AccessTokens tokens = new AccessTokens(
                ServiceAccount.read(server.serviceAccount()), new HttpCaller(Duration.ofSeconds(30)), () -> {
                    if (broken.get()) {
                        throw new IllegalStateException("a mistake");
                    }
                    return clock.instant();
                });
        assertThat(tokens.get())
                .isCompletedWithValue(
                        new AccessTokens.NoToken(new Outcome.Retry("credentials", "no token: IllegalStateException")));
        broken.set(false);
        assertThat(tokens.get()).succeedsWithin(Duration.ofSeconds(60)).isInstanceOf(AccessTokens.AccessToken.class);
    }

    private static void assertRetry(Outcome outcome, String code) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.code()).isEqualTo(code));
    }
}
