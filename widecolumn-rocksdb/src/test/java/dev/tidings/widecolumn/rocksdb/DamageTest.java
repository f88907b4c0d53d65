package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;
import org.rocksdb.Status.Code;
import org.rocksdb.Status.SubCode;

/** Tests of damaged, locked and inaccessible stores: failures have the right reason and leave nothing open. */
class DamageTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "Corruption, None, block checksum mismatch in /var/lock/000012.sst, CORRUPT",
        "IOError, NoSpace, While appending to file: /data/000012.log: No space left on device, DISK_FULL",
        "IOError, None, While open a file: /data/LOCK: Permission denied, MISCONFIGURED",
        "IOError, None, While pread: /data/000012.sst: Input/output error, UNAVAILABLE",
        "InvalidArgument, None, Column families not opened: q, MISCONFIGURED",
        "Busy, None, , UNAVAILABLE"
    })
    void aFailureIsClassifiedByItsStatus(Code code, SubCode subCode, String message, Reason expected) {
        RocksDBException failure = new RocksDBException(message, new Status(code, subCode, message));
        assertThat(StoreFolder.openFailure(folder, failure).reason()).isEqualTo(expected);
        assertThat(StoreFolder.openFailure(folder, failure)).hasMessageNotContaining("is in use");
        assertThat(RocksErrors.of("reading notes", failure).reason()).isEqualTo(expected);
    }

    @Test
    void aDamagedStoreIsNotCalledLocked() throws Exception {
        Path store = folder.resolve("lock block");
        RocksEngine.open(TestConfig.in(store), Note.SCHEMA).close();
        Files.writeString(store.resolve("CURRENT"), "junk");
        assertThatThrownBy(() -> RocksEngine.open(TestConfig.in(store), Note.SCHEMA))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT))
                .hasMessageContaining("CURRENT file");
    }

    @Test
    void aDamagedFragmentFailsTheReadAsCorrupt() throws Exception {
        byte[] cut = new byte[20];
        byte[] unknownKind = fragment(7);
        byte[] unknownCell = fragment(Fragment.UPSERT, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80);
        for (byte[] damage : new byte[][] {cut, unknownKind, unknownCell}) {
            Path store = Files.createTempDirectory(folder, "store");
            put(store, damage);
            try (RocksEngine engine = RocksEngine.open(TestConfig.in(store), Note.SCHEMA)) {
                assertCorrupt(engine.read(Note.all(Note.KEPT, "b")));
                assertCorrupt(engine.readOne(Note.KEPT.select(Note.ONE, "b", Instant.EPOCH)));
                assertCorrupt(engine.insertIfAbsent(Note.KEPT, Note.of("b", Instant.EPOCH, "x")));
                engine.write(Note.KEPT.update("b", Instant.EPOCH).set(Note.TEXT, "another fragment"))
                        .join();
                assertCorrupt(engine.read(Note.all(Note.KEPT, "b")));
            }
        }
    }

    @Test
    void aFailedOpeningLeavesNothingOpen() throws Exception {
        RocksConfig config = TestConfig.in(folder);
        try (RocksStore store = new RocksStore(config, Note.SCHEMA, options -> {})) {
            store.db().put("openings".getBytes(StandardCharsets.UTF_8), new byte[1]);
        }
        int threads = Thread.activeCount();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> RocksEngine.open(config, Note.SCHEMA))
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT))
                    .hasMessageContaining("damaged value");
        }
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
    }

    @Test
    void tooManyReadersAreRefusedBeforeAnythingIsOpened() {
        assertThatThrownBy(() -> TestConfig.in(folder).withReaders(40_000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("readers: got 40000, expected at most 1024");
    }

    private static byte[] fragment(int kind, int... cells) {
        ByteSink out = new ByteSink(64);
        int start = Fragment.start(out, kind, 1, Fragment.NEVER);
        for (int cell : cells) {
            out.put(cell);
        }
        Fragment.finish(out, start, Fragment.NEVER);
        return out.toBytes();
    }

    private static void put(Path folder, byte[] fragment) throws RocksDBException {
        try (RocksStore store = new RocksStore(TestConfig.in(folder), Note.SCHEMA, options -> {})) {
            StoredTable stored = store.table(Note.KEPT);
            ByteSink key = new ByteSink(64);
            stored.bytes().keyPrefix(new Object[] {"b", Instant.EPOCH}, 2, key);
            WriteBatchBuffer changes = new WriteBatchBuffer(64);
            changes.put(stored.family(), key.putLong(1).toBytes(), fragment);
            store.commit(java.util.List.of(changes), true);
        }
    }

    private static void assertCorrupt(CompletableFuture<?> future) {
        assertThat(InsertFutureTest.failure(future))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.CORRUPT))
                .hasMessageContaining("kept_notes");
    }
}
