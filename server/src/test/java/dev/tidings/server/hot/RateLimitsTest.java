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
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
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
        assertThat(pendingAdmission).extracting(limits::isAdmitted).containsExactly(true, true, true, false, true);
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
        return limits.check(BOB, notification(number), LIMIT);
    }

    private boolean admit(int number) {
        return limits.isAdmitted(ask(number));
    }

    private void write(int number) {
        write(number, "sent");
    }

    private void write(int number, String status) {
        Notification n = notification(number);
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

    private Notification notification(int number) {
        UUID id = UuidV7.of(hour.toEpochMilli() + number, 0, number);
        return new Notification(
                BOB.tenant(), id, id, "offer", Priority.NORMAL, Set.of(), null, null, "key1", null, 0, new byte[0]);
    }
}
