package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/**
 * Tests of fsync before the ack, by RocksDB's own counter: killing a process would not show a missing fsync, only a power
 * failure.
 */
class WalSyncTest {
    private static final int COMMITS = 20;

    @TempDir
    Path folder;

    @Test
    void everyAckedCommitIsSynced() {
        assertThat(syncsOf(Durability.FSYNC)).isGreaterThanOrEqualTo(COMMITS);
    }

    @Test
    void withoutFsync_noCommitIsSynced() {
        assertThat(syncsOf(Durability.OS)).isZero();
    }

    private long syncsOf(Durability durability) {
        RocksConfig config = TestConfig.in(folder).withDurability(durability);
        try (Statistics statistics = new Statistics();
                RocksEngine engine =
                        RocksEngine.open(config, Note.SCHEMA, options -> options.setStatistics(statistics))) {
            long before = statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
            for (int i = 0; i < COMMITS; i++) {
                engine.write(Note.KEPT.upsert(Note.of("b", Instant.ofEpochMilli(i), "x")))
                        .join();
            }
            return statistics.getTickerCount(TickerType.WAL_FILE_SYNCED) - before;
        }
    }
}
