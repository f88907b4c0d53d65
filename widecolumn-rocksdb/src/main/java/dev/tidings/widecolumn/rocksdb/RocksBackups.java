package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.BackupEngine;
import org.rocksdb.BackupEngineOptions;
import org.rocksdb.Checkpoint;
import org.rocksdb.Env;
import org.rocksdb.RestoreOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** Copies of a store: checkpoints that can be opened at once, and backups that share their files. */
final class RocksBackups {
    private RocksBackups() {}

    static void checkpoint(RocksDB db, Path target) {
        try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(target.toString());
            StoreFolder.mark(target);
        } catch (RocksDBException e) {
            throw failed("checkpoint to " + target, e);
        }
    }

    static void backup(RocksDB db, Path backups) {
        try {
            Files.createDirectories(backups);
            try (BackupEngineOptions options = new BackupEngineOptions(backups.toString());
                    BackupEngine engine = BackupEngine.open(Env.getDefault(), options)) {
                engine.createNewBackup(db, true);
            }
        } catch (RocksDBException | IOException e) {
            throw failed("backup to " + backups, e);
        }
    }

    static void restore(Path backups, Path folder) {
        if (!Files.isDirectory(backups.resolve("meta"))) {
            throw new StoreException(Reason.MISCONFIGURED, "folder " + backups + " holds no backups");
        }
        StoreFolder.prepareForRestore(folder);
        try (BackupEngineOptions options = new BackupEngineOptions(backups.toString());
                BackupEngine engine = BackupEngine.open(Env.getDefault(), options);
                RestoreOptions restore = new RestoreOptions(false)) {
            engine.restoreDbFromLatestBackup(folder.toString(), folder.toString(), restore);
            StoreFolder.mark(folder);
        } catch (RocksDBException e) {
            throw failed("restore from " + backups + " to " + folder, e);
        }
    }

    private static StoreException failed(String what, Exception e) {
        return new StoreException(Reason.MISCONFIGURED, what + " failed: " + e.getMessage(), e);
    }
}
