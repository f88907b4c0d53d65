package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.Admission;
import dev.tidings.core.hot.CacheLookup;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.OwnerEpoch;
import dev.tidings.core.hot.RateWindow;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.model.Preferences;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Contract of the hot state under concurrent writers and readers: a cached value is never older than the last acknowledged write.
 * Counters of started, stored and acknowledged writes stand for the tables.
 */
abstract class HotConcurrencyContract extends HotTheme {
    private static final int WRITERS = 4;
    private static final int EACH = 300;

    private final AtomicLong started = new AtomicLong();
    private final AtomicLong table = new AtomicLong();
    private final AtomicLong acknowledged = new AtomicLong();

    HotConcurrencyContract(HotStateContract contract) {
        super(contract);
    }

    @Test
    void countsAreExactUnderConcurrency() {
        List<CompletableFuture<Void>> writers = together(writer -> {
            for (int i = 0; i < EACH; i++) {
                started.incrementAndGet();
                CacheVersion version = await(hot.unread().beginAdding(BOB, new OwnerEpoch(1, 0)));
                table.incrementAndGet();
                if (i % 7 == writer) {
                    await(hot.unread().changedUnknown(BOB, version));
                } else {
                    await(hot.unread().changed(BOB, version, 1, Instant.MAX, List.of()));
                }
                acknowledged.incrementAndGet();
            }
        });
        while (!writers.stream().allMatch(CompletableFuture::isDone)) {
            checkCount();
        }
        writers.forEach(HotTheme::await);
        checkCount();
        assertThat(await(hot.unread().find(BOB)).value()).contains(new UnreadCount(WRITERS * EACH, Instant.MAX));
    }

    private void checkCount() {
        long atLeast = acknowledged.get();
        CacheLookup<UnreadCount> cacheLookup = await(hot.unread().find(BOB));
        long atMost = started.get();
        if (cacheLookup.value().isPresent()) {
            assertThat(cacheLookup.value().get().unread()).isBetween(atLeast, atMost);
        } else {
            long counted = table.get();
            await(hot.unread().putIfUnchanged(BOB, cacheLookup.version(), new UnreadCount(counted, Instant.MAX)));
        }
    }

    @Test
    void neverOlderThanAcknowledgedPreferences() {
        AtomicLong newest = new AtomicLong();
        List<CompletableFuture<Void>> writers = together(writer -> {
            for (int i = 0; i < EACH; i++) {
                CacheVersion lease = await(hot.preferences().beginChange(BOB));
                long version = table.incrementAndGet();
                await(hot.preferences().changed(BOB, lease, version(version)));
                newest.accumulateAndGet(version, Math::max);
            }
        });
        while (!writers.stream().allMatch(CompletableFuture::isDone)) {
            long atLeast = newest.get();
            CacheLookup<Preferences> cacheLookup = await(hot.preferences().find(BOB));
            if (cacheLookup.value().isPresent()) {
                assertThat(cacheLookup.value().get().version()).isGreaterThanOrEqualTo(atLeast);
            } else {
                await(hot.preferences().putIfUnchanged(BOB, cacheLookup.version(), version(table.get())));
            }
        }
        writers.forEach(HotTheme::await);
        assertThat(await(hot.preferences().find(BOB)).value()).contains(version(WRITERS * EACH));
    }

    @Test
    void windowAdmitsExactlyItsLimit() {
        RateWindow window = new RateWindow(BOB, "offer", 490_000);
        Admission.WindowNotLoaded unknown =
                (Admission.WindowNotLoaded) await(hot.rateWindows().admit(window, new UUID(0, 0), 1));
        await(hot.rateWindows().load(window, unknown.version(), Set.of()));
        AtomicInteger admitted = new AtomicInteger();
        together(writer -> {
                    for (int i = 0; i < EACH; i++) {
                        UUID id = new UUID(writer, i);
                        if (await(hot.rateWindows().admit(window, id, 100)).equals(Admission.ADMITTED)) {
                            admitted.incrementAndGet();
                        }
                    }
                })
                .forEach(HotTheme::await);
        assertThat(admitted).hasValue(100);
    }

    /** The work of one of several threads. */
    private interface Work {
        void play(int number);
    }

    private static List<CompletableFuture<Void>> together(Work work) {
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int number = i;
            CompletableFuture<Void> played = new CompletableFuture<>();
            Thread thread = new Thread(
                    () -> {
                        try {
                            work.play(number);
                            played.complete(null);
                        } catch (Throwable e) {
                            played.completeExceptionally(e);
                        }
                    },
                    "hot-contract");
            thread.setDaemon(true);
            thread.start();
            parts.add(played);
        }
        return parts;
    }
}
