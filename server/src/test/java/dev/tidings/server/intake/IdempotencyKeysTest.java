package dev.tidings.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.TestService;
import dev.tidings.server.intake.IdempotencyKeys.Claim;
import dev.tidings.tables.IdempotencyKeyRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of idempotency keys: retries, races, leases and expiry. */
class IdempotencyKeysTest {
    private static final String HELLO = "{\"to\":{\"user\":\"bob\"},\"title\":\"hello\"}";
    private static final Optional<String> KEY = Optional.of("order-1");

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-12T13:14:15.161Z"));
    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = new TestService(folder, clock);
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    @Test
    void retry_getsTheSameIdAsAReplay() {
        UUID id = TestService.accepted(tidings.submit(HELLO, KEY));
        tidings.drain();
        assertThat(repeat()).isEqualTo(new SubmitResult.Accepted(id, true));
        tidings.restart();
        assertThat(repeat()).isEqualTo(new SubmitResult.Accepted(id, true));
        tidings.drain();
        assertThat(tidings.inbox("bob")).hasSize(1);
    }

    private SubmitResult repeat() {
        return tidings.submit(HELLO, KEY);
    }

    @Test
    void retry_isAReplayBeforeTheMarkIsStored() {
        tidings.close();
        tidings =
                TestService.in(folder).clock(clock).tables(UnmarkedEngine::new).start();
        UUID id = TestService.accepted(tidings.submit(HELLO, KEY));
        assertThat(repeat()).isEqualTo(new SubmitResult.Accepted(id, true));
        assertThat(tidings.submit("{\"to\":{\"user\":\"bob\"},\"title\":\"bye\"}", KEY))
                .isEqualTo(new SubmitResult.KeyReused("order-1"));
    }

    /** An engine that never finishes to mark a request as accepted. */
    private static final class UnmarkedEngine extends ForwardingEngine {
        UnmarkedEngine(Engine real) {
            super(real);
        }

        @Override
        public CompletableFuture<Void> write(Batch batch) {
            return batch.writes().get(0).table() == IdempotencyKeyRow.TABLE
                    ? new CompletableFuture<>()
                    : super.write(batch);
        }
    }

    @Test
    void otherRequestWithTheSameKey_isRefused() {
        tidings.submit(HELLO, KEY);
        assertThat(tidings.submit("{\"to\":{\"user\":\"bob\"},\"title\":\"bye\"}", KEY))
                .isEqualTo(new SubmitResult.KeyReused("order-1"));
        tidings.drain();
        assertThat(tidings.inbox("bob")).hasSize(1);
    }

    @Test
    void retry_isAnsweredAsBeforeIfItsTypeIsDeleted() {
        String promo = "{\"to\":{\"user\":\"bob\"},\"title\":\"buy\",\"type\":\"promo\"}";
        NotificationType type = new NotificationType(
                "promo", Optional.empty(), Set.of(Channel.IN_APP), Priority.NORMAL, OptionalInt.empty(), false);
        tidings.tenant().putType(type);
        UUID id = TestService.accepted(tidings.submit(promo, KEY));
        while (tidings.submit(promo, KEY) instanceof SubmitResult.InProgress) {
            Thread.onSpinWait(); // until it is noted that it was accepted
        }
        tidings.tenant().deleteType("promo");
        assertThat(tidings.submit(promo, KEY)).isEqualTo(new SubmitResult.Accepted(id, true));
        assertThat(tidings.submit(promo, Optional.of("another"))).isInstanceOf(SubmitResult.UnknownType.class);
    }

    @Test
    void retryAfterTheLease_takesOverTheClaim() {
        try (RocksEngine engine =
                RocksEngine.open(RocksConfig.in(folder.resolve("other")).withClock(clock), TidingsSchema.SCHEMA)) {
            IdempotencyKeys keys = new IdempotencyKeys(engine, clock);
            byte[] request = {1, 2, 3};
            UUID id = UuidV7.of(clock.millis(), 1, 1);
            assertThat(keys.claim("acme", "k", request, () -> id).join()).isEqualTo(new Claim.Claimed(id, false));
            UUID other = UuidV7.of(clock.millis(), 2, 2);
            assertThat(keys.claim("acme", "k", request, () -> other).join()).isInstanceOf(Claim.InProgress.class);
            clock.advance(Duration.ofSeconds(31));
            assertThat(keys.claim("acme", "k", request, () -> other).join()).isEqualTo(new Claim.Claimed(id, true));
        }
    }

    @Test
    void key_expiresAfterADay() {
        UUID first = TestService.accepted(tidings.submit(HELLO, KEY));
        clock.advance(Duration.ofHours(24).plusSeconds(1));
        assertThat(TestService.accepted(tidings.submit(HELLO, KEY))).isNotEqualTo(first);
    }

    @Test
    void thousandConcurrentRetries_areAcceptedOnce() {
        List<CompletableFuture<SubmitResult>> answers = new ArrayList<>();
        SendRequest request = tidings.request(HELLO);
        for (int i = 0; i < 1_000; i++) {
            answers.add(tidings.service().pipeline().intake().submit(TestService.SENDER, request, KEY));
        }
        Set<UUID> ids = new HashSet<>();
        int first = 0;
        for (CompletableFuture<SubmitResult> answer : answers) {
            SubmitResult submitResult = answer.join();
            if (submitResult instanceof SubmitResult.Accepted accepted) {
                ids.add(accepted.id());
                first += accepted.replayed() ? 0 : 1;
            } else {
                assertThat(submitResult).isInstanceOf(SubmitResult.InProgress.class);
            }
        }
        assertThat(ids).hasSize(1);
        assertThat(first).isEqualTo(1);
        tidings.drain();
        assertThat(tidings.inbox("bob")).hasSize(1);
    }

    @Test
    void batchLines_haveTheirOwnKeys() {
        String line = "{\"to\":{\"user\":\"bob\"},\"title\":\"hello\",\"idempotencyKey\":\"k1\"}";
        byte[] bytes = line.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        SendRequest keyed = tidings.service().pipeline().parser().parseLine(bytes, 0, bytes.length);
        List<SubmitResult> answers = tidings.service()
                .pipeline()
                .intake()
                .submitAll(TestService.SENDER, List.of(keyed, tidings.request(HELLO), keyed))
                .join();
        TestService.accepted(answers.get(0));
        TestService.accepted(answers.get(1));
        tidings.drain();
        assertThat(tidings.inbox("bob")).hasSize(2);
    }
}
