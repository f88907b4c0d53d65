package dev.tidings.log.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogEntry;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the search through the records that wait. */
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
}
