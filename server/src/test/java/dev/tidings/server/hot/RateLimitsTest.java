package dev.tidings.server.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.Admission;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.HotStateException;
import dev.tidings.core.hot.RateWindow;
import dev.tidings.core.hot.RateWindows;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the limit holds even if a window is lost between a decision and its write. */
class RateLimitsTest {
    private static final UserKey BOB = new UserKey("acme", "bob");
    private static final int LIMIT = 3;

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    private final Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS);
    private final MemoryHotState hot = new MemoryHotState(clock, 100);
    private Engine engine;
    private RateLimits limits;

    @BeforeEach
    void open() {
        engine = RocksEngine.open(RocksConfig.in(folder).withClock(clock), TidingsSchema.SCHEMA);
        limits = new RateLimits(engine, hot.rateWindows());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void unwrittenAdmissions_countInAReloadedWindow() {
        assertThat(admit(1)).isTrue();
        assertThat(admit(2)).isTrue();
        hot.loseAll();
        assertThat(admit(3)).isTrue();
        hot.loseAll();
        assertThat(admit(4)).isFalse();
        assertThat(admit(2)).as("a replay").isTrue();
    }

    @Test
    void writtenAdmissions_countFromTheTables() {
        for (int i = 1; i <= LIMIT; i++) {
            assertThat(admit(i)).isTrue();
            write(i);
        }
        hot.loseAll();
        assertThat(admit(4)).isFalse();
        assertThat(admit(1)).as("a replay").isTrue();
    }

    @ParameterizedTest
    @CsvSource({"sent, false", "seen on phone, false", "suppressed opted_out, true", "expired, true"})
    void storedState_decidesWhetherItCounts(String status, boolean admitted) {
        for (int i = 1; i <= LIMIT; i++) {
            write(i, status);
        }
        assertThat(admit(4)).isEqualTo(admitted);
    }

    /** An unknown outcome counts until the record is redelivered and written. */
    @Test
    void admissionWithUnknownOutcome_counts() {
        assertThat(admit(1)).isTrue();
        hot.loseAll();
        assertThat(admit(2)).isTrue();
        write(2);
        hot.loseAll();
        assertThat(admit(3)).isTrue();
        assertThat(admit(4)).isFalse();
        hot.loseAll();
        assertThat(admit(1)).isTrue();
        write(1);
        assertThat(admit(5)).isFalse();
    }

    @Test
    void batchOfChecks_isCountedInOrder() {
        List<RateLimits.PendingAdmission> pendingAdmission = List.of(ask(1), ask(2), ask(3), ask(4), ask(1));
        hot.loseAll();
        assertThat(limits.areAdmitted(pendingAdmission)).containsExactly(true, true, true, false, true);
    }

    /** Completes no read before all have been started. */
    @Test
    void unknownWindowsOfABatch_areReadTogether() {
        int users = 20;
        CompletableFuture<Void> allStarted = new CompletableFuture<>();
        AtomicInteger started = new AtomicInteger();
        limits = new RateLimits(
                new ForwardingEngine(engine) {
                    @Override
                    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
                        if (started.incrementAndGet() == users) {
                            allStarted.complete(null);
                        }
                        return allStarted.orTimeout(10, TimeUnit.SECONDS).thenCompose(all -> super.read(select));
                    }
                },
                hot.rateWindows());
        List<RateLimits.PendingAdmission> checks = new ArrayList<>();
        for (int i = 0; i < users; i++) {
            UserKey user = new UserKey(BOB.tenant(), "user" + i);
            for (int number = 1; number <= LIMIT + 1; number++) {
                checks.add(limits.check(user, notification(hour, number), LIMIT));
            }
        }
        assertThat(limits.areAdmitted(checks)).filteredOn(admitted -> !admitted).hasSize(users);
        assertThat(started).as("one read per window").hasValue(users);
    }

    @Test
    void windowOfALaterHour_isNotRead() {
        RefusingReads tables = new RefusingReads(engine);
        limits = new RateLimits(tables, hot.rateWindows());
        Instant later = hour.plus(1, ChronoUnit.HOURS);
        clock.advance(Duration.ofHours(1));
        for (int number = 1; number <= LIMIT; number++) {
            assertThat(admit(later, number)).isTrue();
        }
        assertThat(admit(later, LIMIT + 1)).isFalse();
    }

    @Test
    void windowOfALaterHour_isReadAfterALoss() {
        Instant later = hour.plus(1, ChronoUnit.HOURS);
        clock.advance(Duration.ofHours(1));
        for (int number = 1; number <= LIMIT; number++) {
            assertThat(admit(later, number)).isTrue();
            write(notification(later, number), "sent");
        }
        hot.loseAll();
        assertThat(admit(later, LIMIT + 1)).isFalse();
    }

    @Test
    void evictedWindowOfALaterHour_isReadBack() {
        Instant later = hour.plus(1, ChronoUnit.HOURS);
        clock.advance(Duration.ofHours(1));
        for (int number = 1; number <= LIMIT; number++) {
            assertThat(admit(later, number)).isTrue();
            write(notification(later, number), "sent");
        }
        for (int i = 0; i < 1_000; i++) {
            UserKey user = new UserKey(BOB.tenant(), "user" + i);
            limits.areAdmitted(List.of(limits.check(user, notification(later, 1), LIMIT)));
        }
        assertThat(admit(later, LIMIT + 1)).isFalse();
    }

    /** A window that is loaded late, between two checks of a batch. */
    @Test
    void lateLoad_doesNotBreakTheLimit() {
        write(1);
        write(2);
        limits = new RateLimits(engine, new RateWindows() {
            private boolean isLoaded;

            @Override
            public CompletableFuture<Admission> admit(RateWindow window, UUID id, int limit) {
                Admission answer = isLoaded ? Admission.ADMITTED : new Admission.WindowNotLoaded(CacheVersion.NONE);
                isLoaded = true;
                return CompletableFuture.completedFuture(answer);
            }

            @Override
            public CompletableFuture<Void> load(RateWindow window, CacheVersion version, Set<UUID> ids) {
                return CompletableFuture.completedFuture(null);
            }
        });
        assertThat(limits.areAdmitted(List.of(ask(3), ask(4)))).containsExactly(true, false);
    }

    /** An engine that must not be read. */
    private static final class RefusingReads extends ForwardingEngine {
        RefusingReads(Engine real) {
            super(real);
        }

        @Override
        public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
            throw new AssertionError("read of " + select.table().name());
        }
    }

    @Test
    void unavailableStore_doesNotBreakTheLimit() {
        limits = new RateLimits(engine, new RateWindows() {
            @Override
            public CompletableFuture<Admission> admit(RateWindow window, UUID id, int limit) {
                return CompletableFuture.failedFuture(new HotStateException("down", null));
            }

            @Override
            public CompletableFuture<Void> load(RateWindow window, CacheVersion version, Set<UUID> ids) {
                return CompletableFuture.failedFuture(new HotStateException("down", null));
            }
        });
        for (int i = 1; i <= LIMIT; i++) {
            assertThat(admit(i)).isTrue();
            if (i == 2) {
                write(i);
            }
        }
        assertThat(admit(4)).isFalse();
        assertThat(admit(2)).isTrue();
    }

    private RateLimits.PendingAdmission ask(int number) {
        return limits.check(BOB, notification(hour, number), LIMIT);
    }

    private boolean admit(int number) {
        return admit(hour, number);
    }

    private boolean admit(Instant inHour, int number) {
        return limits.areAdmitted(List.of(limits.check(BOB, notification(inHour, number), LIMIT)))
                .get(0);
    }

    private void write(int number) {
        write(number, "sent");
    }

    private void write(int number, String status) {
        write(notification(hour, number), status);
    }

    private void write(Notification n, String status) {
        engine.write(Batch.acrossPartitions(List.of(NotificationRow.TABLE.upsert(new NotificationRow(
                        n.tenant(),
                        BOB.user(),
                        Buckets.month(n.position()),
                        n.position(),
                        n.id(),
                        n.type(),
                        "{}",
                        clock.instant(),
                        0,
                        Map.of("in_app", status))))))
                .join();
        limits.written(BOB, n);
    }

    private static Notification notification(Instant hour, int number) {
        UUID id = UuidV7.of(hour.toEpochMilli() + number, 0, number);
        return new Notification(
                BOB.tenant(), id, id, "offer", Priority.NORMAL, Set.of(), null, null, "key1", null, 0, new byte[0]);
    }
}
