package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.Year;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of expiry in compaction. RocksDB uses the machine's clock, so the engine's clock runs two hours behind here. */
class ExpiryInCompactionTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    private static final InstantSource TWO_HOURS_AGO = InstantSource.fixed(NOW.minus(Duration.ofHours(2)));
    private static final Duration LIFE = Duration.ofDays(1);

    @TempDir
    Path folder;

    @Test
    void compactionDropsExpiredRowsAndKeepsTheOthers() {
        Note expired = Note.of("b", NOW.minus(LIFE).minus(Duration.ofHours(1)), "expired an hour ago");
        Note living = Note.of("b", NOW.minus(LIFE).plus(Duration.ofHours(1)), "expires in an hour");
        try (RocksEngine engine = RocksEngine.open(TestConfig.in(folder).withClock(TWO_HOURS_AGO), Note.SCHEMA)) {
            engine.write(Note.EXPIRING.upsert(expired)).join();
            engine.write(Note.EXPIRING.update("b", expired.due()).put(Note.MARKS, "late", "written long after the row"))
                    .join();
            engine.write(Note.EXPIRING.upsert(living)).join();
            assertThat(engine.fragments(Note.EXPIRING)).isEqualTo(3);

            engine.compact();

            assertThat(engine.fragments(Note.EXPIRING)).isEqualTo(1);
            assertThat(engine.read(Note.all(Note.EXPIRING, "b")).join().rows()).containsExactly(living);
        }
    }

    @Test
    void rowsOfATableWithoutATimeToLiveStay() {
        Note old = Note.of("b", Instant.EPOCH, "kept for ever");
        try (RocksEngine engine = RocksEngine.open(TestConfig.in(folder), Note.SCHEMA)) {
            engine.write(Note.KEPT.upsert(old)).join();
            engine.compact();
            assertThat(engine.read(Note.all(Note.KEPT, "b")).join().rows()).containsExactly(old);
        }
    }

    /** An expiry beyond RocksDB's range would overflow into the past. */
    @Test
    void compactionKeepsWhatExpiresInTheFarFuture() throws Exception {
        try (RocksStore store = new RocksStore(TestConfig.in(folder), Note.SCHEMA, options -> {})) {
            StoredTable stored = store.table(Note.EXPIRING);
            WriteBatchBuffer changes = new WriteBatchBuffer(256);
            for (int year : new int[] {2200, 2254, 2256, 2300, 9999, 200_000}) {
                ByteSink key = new ByteSink(64);
                stored.bytes().keyPrefix(new Object[] {"b", Instant.ofEpochMilli(year)}, 2, key);
                ByteSink value = new ByteSink(64);
                long expiry = Year.of(year).atDay(1).toEpochDay() * 86_400;
                int start = Fragment.start(value, Fragment.UPSERT, 1, expiry);
                Fragment.finish(value, start, expiry);
                changes.put(stored.family(), key.putLong(1), value);
                assertThat(Fragment.expirySecond(value.toBytes())).isEqualTo(year < 2255 ? expiry : Fragment.NEVER);
            }
            store.commit(java.util.List.of(changes), true);
            store.compact();
            assertThat(store.fragments(stored)).isEqualTo(6);
        }
    }
}
