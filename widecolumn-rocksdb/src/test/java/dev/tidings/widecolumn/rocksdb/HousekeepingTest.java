package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the housekeeper: obsolete fragments are dropped, and reads return the same rows. */
class HousekeepingTest {
    private static final Instant DUE = Instant.EPOCH;

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    private RocksEngine engine;

    @BeforeEach
    void open() {
        engine = RocksEngine.open(TestConfig.in(folder).withClock(clock), Note.SCHEMA);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void readingManyFragments_dropsTheOverwrittenOnes() {
        for (int i = 0; i < 100; i++) {
            engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "version " + i))
                    .join();
        }
        engine.write(Note.KEPT.update("b", DUE).put(Note.MARKS, "x", "1")).join();
        Note before = read();

        engine.housekeep();

        assertThat(engine.fragments(Note.KEPT)).isEqualTo(2);
        assertThat(read()).isEqualTo(before).isEqualTo(new Note("b", DUE, "version 99", Map.of("x", "1")));
    }

    @Test
    void cellsOfDifferentWritesAreAllKept() {
        for (int i = 0; i < 20; i++) {
            engine.write(Note.KEPT.update("b", DUE).put(Note.MARKS, "m" + i, "v"))
                    .join();
        }
        read();
        engine.housekeep();
        assertThat(read().marks()).hasSize(20);
    }

    @Test
    void tombstone_shadowsLateWritesUntilPurgedWithThem() {
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "old").at(100)).join();
        engine.write(Note.KEPT.delete("b", DUE).at(200)).join();
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "late").at(150)).join();
        assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).isEmpty();

        clock.advance(FragmentCleaner.TOMBSTONE_GRACE_PERIOD.minusSeconds(1));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT)).isEqualTo(3);

        clock.advance(Duration.ofSeconds(2));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT)).isZero();
        assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).isEmpty();
    }

    @Test
    void aRowWrittenAfterItsDeleteOutlivesTheDelete() {
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "old")).join();
        engine.write(Note.KEPT.delete("b", DUE)).join();
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "new")).join();
        clock.advance(FragmentCleaner.TOMBSTONE_GRACE_PERIOD.plusSeconds(1));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT)).isEqualTo(1);
        assertThat(read().text()).isEqualTo("new");
    }

    @Test
    void secondDelete_hasItsOwnGracePeriod() {
        engine.write(Note.KEPT.delete("b", DUE).at(100)).join();
        clock.advance(Duration.ofDays(6));
        engine.write(Note.KEPT.delete("b", DUE).at(200)).join();
        clock.advance(Duration.ofDays(6));
        engine.housekeep();
        engine.write(Note.KEPT.update("b", DUE).set(Note.TEXT, "late").at(150)).join();
        assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).isEmpty();
    }

    @Test
    void twoDeletesInOneSecond_areBothPurged() {
        engine.write(Note.KEPT.delete("b", DUE).at(200)).join();
        engine.write(Note.KEPT.delete("b", DUE).at(100)).join();
        clock.advance(FragmentCleaner.TOMBSTONE_GRACE_PERIOD.plusSeconds(1));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT)).isZero();
    }

    @Test
    void purge_skipsEntriesOfUndeclaredTables() {
        for (int i = 0; i < 3000; i++) {
            engine.write(Note.EXPIRING.delete("b", Instant.ofEpochMilli(i)));
        }
        clock.advance(Duration.ofSeconds(5));
        for (int i = 0; i < 3000; i++) {
            engine.write(Note.KEPT.delete("b", Instant.ofEpochMilli(i)));
        }
        engine.close();
        engine = RocksEngine.open(TestConfig.in(folder).withClock(clock), Schema.of("notes", Note.KEPT));
        assertThat(engine.fragments(Note.KEPT)).isEqualTo(3000);
        clock.advance(FragmentCleaner.TOMBSTONE_GRACE_PERIOD.plusSeconds(1));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT)).isZero();

        engine.close();
        open();
        engine.housekeep();
        assertThat(engine.fragments(Note.EXPIRING))
                .as("declared again, it is purged too")
                .isZero();
    }

    @Test
    void aDamagedRowDoesNotHoldUpTheOthers() throws Exception {
        engine.write(Note.KEPT.delete("a", DUE)).join();
        clock.advance(Duration.ofSeconds(5));
        engine.write(Note.KEPT.delete("b", DUE)).join();
        engine.close();
        try (RocksStore store = new RocksStore(TestConfig.in(folder), Note.SCHEMA, options -> {})) {
            StoredTable stored = store.table(Note.KEPT);
            ByteSink key = new ByteSink(64);
            stored.bytes().keyPrefix(new Object[] {"a", DUE}, 2, key);
            WriteBatchBuffer changes = new WriteBatchBuffer(64);
            changes.put(stored.family(), key.putLong(Long.MAX_VALUE).toBytes(), new byte[3]);
            store.commit(List.of(changes), true);
        }
        open();
        clock.advance(FragmentCleaner.TOMBSTONE_GRACE_PERIOD.plusSeconds(1));
        engine.housekeep();
        assertThat(engine.fragments(Note.KEPT))
                .as("the damaged row and its delete are left")
                .isEqualTo(2);
    }

    @Test
    void cleanup_isQueuedOnlyForObsoleteFragments() throws Exception {
        for (int i = 0; i < 20; i++) {
            engine.write(Note.KEPT.update("needed", DUE).put(Note.MARKS, "m" + i, "v"))
                    .join();
            engine.write(Note.KEPT.update("overwritten", DUE).put(Note.MARKS, "m", "v" + i))
                    .join();
        }
        engine.close();
        List<String> untidy = new ArrayList<>();
        try (RocksStore store = new RocksStore(TestConfig.in(folder), Note.SCHEMA, options -> {})) {
            for (String book : List.of("needed", "overwritten")) {
                RowReader reader = new RowReader(store, clock, (table, key) -> untidy.add(book));
                reader.page(Note.all(Note.KEPT, book));
            }
        }
        assertThat(untidy).containsExactly("overwritten");
    }

    private Note read() {
        return engine.readOne(Note.KEPT.select(Note.ONE, "b", DUE)).join().orElseThrow();
    }
}
