package dev.tidings.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.testkit.SteppedClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of the credential cache: it is never older than an acknowledged change, and unknown keys never delay known ones. */
class CredentialCacheTest {
    private final SteppedClock clock = new SteppedClock();
    private final BlockingPool checks = new BlockingPool("test", 4, 100);
    private final BlockingPool unknownKeys = new BlockingPool("unknownKeys", 4, 100);
    private final AuthPools calls = new AuthPools(checks, checks, unknownKeys);
    private final Map<String, String> stored = new ConcurrentHashMap<>();
    private final AtomicInteger reads = new AtomicInteger();

    @AfterEach
    void stop() {
        checks.close();
        unknownKeys.close();
    }

    private CredentialCache<String, String> credentialCache() {
        return new CredentialCache<>(
                key -> {
                    reads.incrementAndGet();
                    return Optional.ofNullable(stored.get(key));
                },
                calls,
                clock);
    }

    @Test
    void entry_isReadOnceAndAgainAfterAChange() {
        CredentialCache<String, String> credentialCache = credentialCache();
        stored.put("k", "old");
        assertThat(credentialCache.find("k").join()).contains("old");
        assertThat(credentialCache.find("k").join()).contains("old");
        assertThat(reads).hasValue(1);
        stored.put("k", "new");
        credentialCache.invalidate("k");
        assertThat(credentialCache.find("k").join()).contains("new");
    }

    @Test
    void forgottenEntry_isReadAgain() {
        CredentialCache<String, String> credentialCache = credentialCache();
        stored.putAll(Map.of("k", "of shop", "l", "of acme"));
        credentialCache.find("k").join();
        credentialCache.find("l").join();
        stored.clear();
        credentialCache.forget(value -> value.equals("of shop"));
        assertThat(credentialCache.find("k").join()).isEmpty();
        assertThat(credentialCache.find("l").join()).contains("of acme");
    }

    @Test
    void absence_isCached() {
        CredentialCache<String, String> credentialCache = credentialCache();
        assertThat(credentialCache.find("k").join()).isEmpty();
        assertThat(credentialCache.find("k").join()).isEmpty();
        assertThat(reads).hasValue(1);
        stored.put("k", "made since");
        credentialCache.invalidate("k");
        assertThat(credentialCache.find("k").join()).contains("made since");
    }

    @Test
    void entry_expires() {
        CredentialCache<String, String> credentialCache = credentialCache();
        assertThat(credentialCache.find("k").join()).isEmpty();
        stored.put("k", "by another process");
        clock.advance(Duration.ofSeconds(10));
        assertThat(credentialCache.find("k").join()).contains("by another process");
    }

    @Test
    void slowRead_doesNotRestoreAnOldValue() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch changed = new CountDownLatch(1);
        stored.put("k", "old");
        CredentialCache<String, String> credentialCache = new CredentialCache<>(
                key -> {
                    Optional<String> value = Optional.ofNullable(stored.get(key));
                    reading.countDown();
                    await(changed);
                    return value;
                },
                calls,
                clock);
        CompletableFuture<Optional<String>> slow = credentialCache.find("k");
        assertThat(reading.await(60, TimeUnit.SECONDS)).isTrue();
        stored.put("k", "new");
        credentialCache.invalidate("k");
        changed.countDown();
        slow.join();
        assertThat(credentialCache.find("k").join()).contains("new");
    }

    @Test
    void lookupAfterAChange_doesNotJoinAnEarlierRead() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        stored.put("k", "old");
        CredentialCache<String, String> credentialCache = new CredentialCache<>(
                key -> {
                    Optional<String> value = Optional.ofNullable(stored.get(key));
                    if (reads.incrementAndGet() == 1) {
                        reading.countDown();
                        await(end);
                    }
                    return value;
                },
                calls,
                clock);
        CompletableFuture<Optional<String>> slow = credentialCache.find("k");
        assertThat(reading.await(60, TimeUnit.SECONDS)).isTrue();
        stored.put("k", "new");
        credentialCache.invalidate("k");
        assertThat(credentialCache.find("k").join()).contains("new");
        end.countDown();
        assertThat(slow.join()).contains("old");
        assertThat(credentialCache.find("k").join()).contains("new");
    }

    @Test
    void concurrentLookups_shareOneRead() {
        CountDownLatch end = new CountDownLatch(1);
        CredentialCache<String, String> credentialCache = new CredentialCache<>(
                key -> {
                    reads.incrementAndGet();
                    await(end);
                    return Optional.of("v");
                },
                calls,
                clock);
        List<CompletableFuture<Optional<String>>> all =
                IntStream.range(0, 50).mapToObj(i -> credentialCache.find("k")).toList();
        end.countDown();
        assertThat(all).allMatch(found -> found.join().equals(Optional.of("v")));
        assertThat(reads).hasValue(1);
    }

    @Test
    void failedRead_isRetried() {
        CredentialCache<String, String> credentialCache = new CredentialCache<>(
                key -> {
                    if (reads.incrementAndGet() == 1) {
                        throw new IllegalStateException("the database is down");
                    }
                    return Optional.of("v");
                },
                calls,
                clock);
        assertThatThrownBy(() -> credentialCache.find("k").join()).hasMessageContaining("down");
        assertThat(credentialCache.find("k").join()).contains("v");
    }

    @Test
    void unknownKeys_neverEvictRealOnes() {
        CredentialCache<String, String> credentialCache = credentialCache();
        stored.put("k", "v");
        credentialCache.find("k").join();
        for (int i = 0; i < 10_001; i++) {
            credentialCache.find("made up " + i).join();
        }
        int before = reads.get();
        assertThat(credentialCache.find("k").join()).contains("v");
        assertThat(reads).hasValue(before);
    }

    @Test
    void knownKey_neverWaitsForUnknownOnes() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        stored.put("known", "v");
        CredentialCache<String, String> credentialCache = new CredentialCache<>(
                key -> {
                    if (key.startsWith("made up")) {
                        await(end);
                    }
                    return Optional.ofNullable(stored.get(key));
                },
                calls,
                clock);
        credentialCache.find("known").join();
        List<CompletableFuture<Optional<String>>> flood = IntStream.range(0, 1_000)
                .mapToObj(i -> credentialCache.find("made up " + i))
                .toList();
        clock.advance(Duration.ofSeconds(10));
        assertThat(credentialCache.find("known").get(60, TimeUnit.SECONDS)).contains("v");
        stored.put("added", "just now");
        credentialCache.invalidate("added");
        assertThat(credentialCache.find("added").get(60, TimeUnit.SECONDS)).contains("just now");
        assertThat(flood)
                .as("the queue is bounded")
                .filteredOn(CompletableFuture::isCompletedExceptionally)
                .hasSizeGreaterThan(500);
        end.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void fullQueue_rejects() {
        CountDownLatch held = new CountDownLatch(1);
        try (BlockingPool few = new BlockingPool("few", 1, 1)) {
            CompletableFuture<Boolean> running = few.submit(() -> {
                await(held);
                return true;
            });
            CompletableFuture<Boolean> waiting = few.submit(() -> true);
            assertThat(few.submit(() -> true)).isCompletedExceptionally();
            held.countDown();
            assertThat(running.join()).isTrue();
            assertThat(waiting.join()).isTrue();
        }
    }
}
