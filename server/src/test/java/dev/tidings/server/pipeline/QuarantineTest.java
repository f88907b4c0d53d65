package dev.tidings.server.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.server.RefusingEngine;
import dev.tidings.tables.QuarantinedRecordRow;
import dev.tidings.tables.Retention;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.InvalidValueException;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the quarantine: no record is lost, and each can be found and replayed until it expires. */
class QuarantineTest {
    private static final Lane LANE = new Lane(Stage.ROUTE, Priority.HIGH);
    /** A record of the current version without flags. */
    private static final byte[] PAYLOAD = {RecordHeader.VERSION, 0, 7};

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-15T12:10:00Z"));
    private final AtomicInteger ids = new AtomicInteger();
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private RocksLog log;
    private RefusingEngine tables;
    private Quarantine quarantine;

    @BeforeEach
    void open() {
        log = RocksLog.open(RocksLogConfig.in(folder.resolve("log")).withReserveBytes(0));
        tables = new RefusingEngine(RocksEngine.open(
                RocksConfig.in(folder.resolve("tables"))
                        .withMemory(8 << 20, 8 << 20)
                        .withClock(clock),
                TidingsSchema.SCHEMA));
        quarantine = new Quarantine(tables, log, () -> UuidV7.of(clock.millis(), ids.incrementAndGet(), 0), metrics);
    }

    @AfterEach
    void close() {
        log.close();
        tables.close();
    }

    private static LogEntry entry(String tenant, byte... payload) {
        return new LogEntry(LANE, 200, tenant, payload);
    }

    private UUID onlyId() {
        List<QuarantinedRecord> all = quarantine.list(Stage.ROUTE, 10);
        assertThat(all).hasSize(1);
        return all.get(0).id();
    }

    private List<String> reasons(int max) {
        return quarantine.list(Stage.ROUTE, max).stream()
                .map(QuarantinedRecord::reason)
                .toList();
    }

    private List<LogRecord> poll() throws InterruptedException {
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        List<LogRecord> records = consumer.poll(10, Duration.ZERO);
        consumer.done();
        return records;
    }

    @Test
    void record_isStoredWithItsReason() {
        quarantine.add(entry("zoë", PAYLOAD), "why: é");
        close();
        open();
        assertThat(quarantine.list(Stage.ROUTE, 10)).singleElement().satisfies(found -> {
            assertThat(found.entry()).usingRecursiveComparison().isEqualTo(entry("zoë", PAYLOAD));
            assertThat(found.reason()).isEqualTo("why: é");
            assertThat(found.quarantinedAt()).isEqualTo(clock.instant());
        });
        assertThat(quarantine.list(Stage.EXPAND, 10)).isEmpty();
    }

    @Test
    void list_isNewestFirstOverManyHours() {
        for (int hour = 0; hour < 50; hour += 7) {
            quarantine.add(entry("a", PAYLOAD), hour + " a");
            clock.advance(Duration.ofMillis(1));
            quarantine.add(entry("b", PAYLOAD), hour + " b");
            clock.advance(Duration.ofHours(7));
        }
        assertThat(reasons(3)).containsExactly("49 b", "49 a", "42 b");
        assertThat(reasons(100)).hasSize(16).endsWith("7 a", "0 b", "0 a");
        assertThat(quarantine.count(Stage.ROUTE, 5)).isEqualTo(5);
        assertThat(quarantine.count(Stage.ROUTE, 100)).isEqualTo(16);
    }

    @Test
    void list_readsMoreThanAPage() {
        for (int i = 0; i < 1_200; i++) {
            quarantine.add(entry("a", PAYLOAD), "bad");
        }
        assertThat(quarantine.count(Stage.ROUTE, 10_000)).isEqualTo(1_200);
    }

    @Test
    void record_isKeptForItsRetention() {
        quarantine.add(entry("a", PAYLOAD), "bad");
        clock.advance(Retention.QUARANTINE.minusMinutes(1));
        assertThat(quarantine.count(Stage.ROUTE, 10)).isEqualTo(1);
        clock.advance(Duration.ofMinutes(2));
        assertThat(quarantine.count(Stage.ROUTE, 10)).isZero();
    }

    @Test
    void replay_appendsTheRecordOnceMarkedAsRedelivered() throws Exception {
        quarantine.add(entry("a", PAYLOAD), "bad");
        UUID id = onlyId();
        assertThat(quarantine.replay(Stage.ROUTE, id)).isTrue();
        assertThat(quarantine.replay(Stage.ROUTE, id)).isFalse();
        assertThat(quarantine.list(Stage.ROUTE, 10)).isEmpty();
        assertThat(poll()).singleElement().satisfies(record -> {
            assertThat(record.entry().lane()).isEqualTo(LANE);
            assertThat(record.entry().partition()).isEqualTo(200);
            assertThat(record.entry().tenant()).isEqualTo("a");
            assertThat(record.entry().payload()).isEqualTo(RecordHeader.markRedelivered(PAYLOAD));
        });
    }

    @Test
    void replayOfAnUnknownRecord_appendsNothing() throws Exception {
        assertThat(quarantine.replay(Stage.ROUTE, UuidV7.of(clock.millis(), 1, 1)))
                .isFalse();
        assertThat(poll()).isEmpty();
    }

    @Test
    void replayOfADamagedRecord_isPossible() throws Exception {
        quarantine.add(entry("a", (byte) 1), "bad");
        assertThat(quarantine.replay(Stage.ROUTE, onlyId())).isTrue();
        assertThat(poll()).hasSize(1);
    }

    @Test
    void refusedReplay_keepsTheRecord() {
        quarantine.add(entry("a", PAYLOAD), "bad");
        log.close();
        assertThatThrownBy(() -> quarantine.replay(Stage.ROUTE, onlyId())).hasCauseInstanceOf(LogException.class);
        assertThat(quarantine.count(Stage.ROUTE, 10)).isEqualTo(1);
    }

    @Test
    void replayThatCannotBeMarked_canBeRepeated() throws Exception {
        quarantine.add(entry("a", PAYLOAD), "bad");
        UUID id = onlyId();
        tables.refuse(QuarantinedRecordRow.TABLE, StoreException.Reason.UNAVAILABLE);
        assertThatThrownBy(() -> quarantine.replay(Stage.ROUTE, id)).hasCauseInstanceOf(StoreException.class);
        tables.recover();
        assertThat(quarantine.replay(Stage.ROUTE, id)).isTrue();
        assertThat(poll()).hasSize(2);
    }

    @Test
    void reason_isCutToWellFormedText() {
        String smile = new String(Character.toChars(0x1f600));
        quarantine.add(entry("a", PAYLOAD), "x" + smile.repeat(5_000));
        assertThat(reasons(1).get(0)).hasSize(4_000).startsWith("x" + smile);
    }

    @Test
    void recordTooLargeForARow_isRefused() {
        assertThatThrownBy(() -> quarantine.add(entry("a", new byte[(1 << 20) + 1]), "bad"))
                .isInstanceOf(InvalidValueException.class);
        assertThat(quarantine.count(Stage.ROUTE, 1)).isZero();
    }

    @Test
    void quarantinedRecords_areCountedByStage() {
        quarantine.add(entry("a", "x".getBytes(UTF_8)), "bad");
        assertThat(metrics.get("tidings.stage.quarantined")
                        .tag("stage", "route")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(metrics.get("tidings.stage.quarantined")
                        .tag("stage", "events")
                        .counter()
                        .count())
                .isZero();
    }
}
