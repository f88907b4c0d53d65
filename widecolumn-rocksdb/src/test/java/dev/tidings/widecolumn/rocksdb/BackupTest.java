package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.BackupEngine;
import org.rocksdb.BackupEngineOptions;
import org.rocksdb.Env;

/** Tests of checkpoints, incremental backups and restores. */
class BackupTest {
    private static final Note FIRST = Note.of("b", Instant.ofEpochMilli(1), "before the copy");
    private static final Note SECOND = Note.of("b", Instant.ofEpochMilli(2), "after the copy");

    @TempDir
    Path folder;

    @Test
    void aCheckpointIsAStoreOfItsOwn() {
        Path copy = folder.resolve("copy");
        try (RocksEngine engine = open("store")) {
            engine.write(Note.KEPT.upsert(FIRST)).join();
            engine.checkpoint(copy);
            engine.write(Note.KEPT.upsert(SECOND)).join();
            try (RocksEngine opened = open("copy")) {
                assertThat(rows(opened)).containsExactly(FIRST);
                opened.write(Note.KEPT.update("b", FIRST.due()).set(Note.TEXT, "changed in the copy"))
                        .join();
            }
            assertThat(rows(engine)).containsExactly(FIRST, SECOND);
        }
    }

    @Test
    void theLatestBackupIsRestored() {
        Path backups = folder.resolve("backups");
        try (RocksEngine engine = open("store")) {
            engine.write(Note.KEPT.upsert(FIRST)).join();
            engine.backup(backups);
            engine.write(Note.KEPT.upsert(SECOND)).join();
            engine.backup(backups);
            engine.write(Note.KEPT.delete("b", FIRST.due())).join();
        }
        RocksEngine.restore(backups, folder.resolve("restored"));
        try (RocksEngine restored = open("restored")) {
            assertThat(rows(restored)).containsExactly(FIRST, SECOND);
        }
    }

    @Test
    void aRestoreNeverOverwrites() {
        Path backups = folder.resolve("backups");
        try (RocksEngine engine = open("store")) {
            engine.write(Note.KEPT.upsert(FIRST)).join();
            engine.backup(backups);
        }
        assertThatThrownBy(() -> RocksEngine.restore(backups, folder.resolve("store")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("not empty");
        assertThatThrownBy(() -> RocksEngine.restore(folder.resolve("nowhere"), folder.resolve("restored")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("holds no backups");
    }

    @Test
    void aBackupOfANewerVersionIsRefusedAndNothingRestored() throws Exception {
        Path backups = folder.resolve("backups");
        Path restored = folder.resolve("restored");
        try (RocksEngine engine = open("store")) {
            engine.backup(backups);
        }
        try (RocksStore store = new RocksStore(TestConfig.in(folder.resolve("store")), Note.SCHEMA, options -> {});
                BackupEngineOptions options = new BackupEngineOptions(backups.toString());
                BackupEngine engine = BackupEngine.open(Env.getDefault(), options)) {
            engine.createNewBackupWithMetadata(store.db(), "tidings-rocksdb 2", true);
        }
        assertThatThrownBy(() -> RocksEngine.restore(backups, restored))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("backup 2 in " + backups + " was written by a newer version: it has format 2");
        assertThat(restored).doesNotExist();
    }

    private RocksEngine open(String name) {
        return RocksEngine.open(TestConfig.in(folder.resolve(name)), Note.SCHEMA);
    }

    private static List<Note> rows(RocksEngine engine) {
        return engine.read(Note.all(Note.KEPT, "b")).join().rows();
    }
}
