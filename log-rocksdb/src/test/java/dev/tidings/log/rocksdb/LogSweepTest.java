package dev.tidings.log.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the search through stored records, and of the removal from quarantine. */
class LogSweepTest {
    @TempDir
    Path folder;

    private static Predicate<LogEntry> with(String text) {
        return entry -> new String(entry.payload(), UTF_8).equals(text);
    }

    @Test
    void waitingRecord_isFoundUntilItIsDone() throws Exception {
        try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
            log.append(List.of(TestLogs.entry(0, "a"), TestLogs.entry(7, "b"))).join();
            assertThat(log.anyWaiting(with("b"))).isTrue();
            assertThat(log.anyWaiting(with("c"))).isFalse();
        }
    }

    @Test
    void quarantinedRecords_canBeRemoved() throws Exception {
        try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
            log.append(List.of(TestLogs.entry(0, "a"), TestLogs.entry(0, "b"))).join();
            LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
            for (LogRecord record : consumer.poll(10, Duration.ofSeconds(10))) {
                consumer.quarantine(record, "poison");
            }
            consumer.done();
            assertThat(log.removeQuarantined(with("a"))).isEqualTo(1);
            assertThat(log.quarantined(Stage.ROUTE, 10))
                    .singleElement()
                    .satisfies(left -> assertThat(new String(left.entry().payload(), UTF_8))
                            .isEqualTo("b"));
            log.compact();
        }
    }
}
