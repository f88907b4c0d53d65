package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Batch;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
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

    @Test
    void unsyncedWrites_areReadableAndSyncedTogether() {
        assertThat(syncsOf(Durability.FSYNC, engine -> write(engine, engine::writeUnsynced)))
                .isZero();
        long syncs = syncsOf(Durability.FSYNC, engine -> {
            write(engine, engine::writeUnsynced);
            assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).hasSize(COMMITS);
            engine.sync();
        });
        assertThat(syncs).isOne();
    }

    @Test
    void waitingWrites_areSynced() {
        assertThat(syncsOf(Durability.FSYNC, engine -> write(engine, engine::writeAndWait)))
                .isGreaterThanOrEqualTo(COMMITS);
    }

    private long syncsOf(Durability durability) {
        return syncsOf(
                durability, engine -> write(engine, batch -> engine.write(batch).join()));
    }

    private static void write(RocksEngine engine, Consumer<Batch> writer) {
        for (int i = 0; i < COMMITS; i++) {
            writer.accept(Batch.of(Note.KEPT.upsert(Note.of("b", Instant.ofEpochMilli(i), "x"))));
        }
    }

    private long syncsOf(Durability durability, Consumer<RocksEngine> use) {
        RocksConfig config = TestConfig.in(folder).withDurability(durability);
        try (Statistics statistics = new Statistics();
                RocksEngine engine =
                        RocksEngine.open(config, Note.SCHEMA, options -> options.setStatistics(statistics))) {
            long before = statistics.getTickerCount(TickerType.WAL_FILE_SYNCED);
            use.accept(engine);
            return statistics.getTickerCount(TickerType.WAL_FILE_SYNCED) - before;
        }
    }
}
