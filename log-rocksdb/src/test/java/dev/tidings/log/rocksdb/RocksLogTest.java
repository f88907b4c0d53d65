package dev.tidings.log.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/** Tests of behaviour and messages beyond the log contract. */
class RocksLogTest {
    @TempDir
    Path folder;

    @Test
    void acknowledgement_waitsForAnFsync() {
        try (Statistics statistics = new Statistics();
                RocksLog log = RocksLog.open(
                        TestLogs.in(folder),
                        () -> {},
                        options -> options.setStatistics(statistics),
                        commit -> commit)) {
            long before = statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
            for (int i = 0; i < 20; i++) {
                log.append(List.of(TestLogs.entry(0, "" + i))).join();
            }
            assertThat(statistics.getTickerCount(TickerType.WAL_FILE_SYNCED) - before)
                    .isGreaterThanOrEqualTo(20);
        }
    }

    @Test
    void records_areKeptUntilTheirEffectsAreSynced() throws Exception {
        AtomicInteger syncs = new AtomicInteger();
        Runnable failing = () -> {
            syncs.incrementAndGet();
            throw new IllegalStateException("the disk is gone");
        };
        try (RocksLog log = RocksLog.open(TestLogs.in(folder), failing)) {
            log.append(List.of(TestLogs.entry(0, "x"))).join();
            consume(log, "x");
        }
        assertThat(syncs).as("the effects were synced before the delete").hasPositiveValue();
        try (RocksLog log = RocksLog.open(TestLogs.in(folder), syncs::incrementAndGet)) {
            consume(log, "x");
        }
        try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
            assertThat(log.backlog(Stage.ROUTE)).isZero();
        }
    }

    private static void consume(RocksLog log, String payload) throws InterruptedException {
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        assertThat(consumer.poll(2, Duration.ofSeconds(30)))
                .extracting(record -> new String(record.entry().payload(), UTF_8))
                .containsExactly(payload);
        consumer.done();
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "counts open files in /proc")
    void closedLog_releasesFilesAndThreads() throws Exception {
        useOnce();
        long files = openFiles();
        int threads = Thread.activeCount();
        for (int i = 0; i < 10; i++) {
            useOnce();
        }
        assertThat(openFiles()).isLessThanOrEqualTo(files);
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
    }

    @Test
    void invalidEntries_areNamed() {
        try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
            assertWrong(log, TestLogs.entry(256, "x"), "partition 256: expected 0 to 255");
            assertWrong(log, TestLogs.entry(-1, "x"), "partition -1: expected 0 to 255");
            assertWrong(log, ofTenant(""), "has 0 bytes in UTF-8: expected 1 to 255");
            assertWrong(log, ofTenant("x".repeat(256)), "has 256 bytes in UTF-8: expected 1 to 255");
            assertWrong(log, ofTenant("a\uD83D"), "expected characters that can be encoded in UTF-8");
            assertThat(log.backlog(Stage.ROUTE)).isZero();
        }
    }

    @Test
    void invalidCalls_areNamed() throws Exception {
        try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
            assertThatThrownBy(() -> log.consumers(Stage.ROUTE, 0)).hasMessageContaining("0 consumers: expected 1 to");
            LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
            assertThatThrownBy(() -> log.consumers(Stage.ROUTE, 2)).hasMessageContaining("ROUTE already has consumers");
            assertThatThrownBy(() -> consumer.poll(0, Duration.ZERO)).hasMessageContaining("expected at least 1");
            log.append(List.of(TestLogs.entry(0, "x"))).join();
            consumer.poll(1, Duration.ZERO);
            assertThatThrownBy(() -> consumer.poll(1, Duration.ZERO)).hasMessageContaining("1 records are in flight");
        }
    }

    @Test
    void nearlyFullDisk_isOverload() {
        try (RocksLog log = RocksLog.open(TestLogs.in(folder).withReserveBytes(Long.MAX_VALUE))) {
            assertThatThrownBy(() -> log.append(List.of(TestLogs.entry(0, "x"))).join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            LogException.class, e -> assertThat(e.reason()).isEqualTo(LogException.Reason.OVERLOADED))
                    .hasMessageContaining("nearly full");
            assertThat(log.problem()).isPresent();
        }
    }

    @Test
    void invalidSettings_areNamed() {
        assertThatThrownBy(() -> RocksLogConfig.in(folder).withMaxBacklog(0, 1))
                .hasMessageContaining("maxBacklog: got 0, expected at least 1");
    }

    private void useOnce() throws InterruptedException {
        try (RocksLog log = RocksLog.open(TestLogs.in(folder).withMemory(1 << 20, 0))) {
            log.append(List.of(TestLogs.entry(0, "x"), TestLogs.entry(1, "y"))).join();
            LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
            assertThat(consumer.poll(2, Duration.ZERO)).hasSize(2);
            consumer.done();
        }
    }

    private static LogEntry ofTenant(String tenant) {
        return new LogEntry(new Lane(Stage.ROUTE, Priority.NORMAL), 0, tenant, new byte[0]);
    }

    private static void assertWrong(RocksLog log, LogEntry entry, String message) {
        assertThatThrownBy(() -> log.append(List.of(entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private static long openFiles() throws Exception {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
