package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.rocksdb.BackupEngine;
import org.rocksdb.BackupEngineOptions;
import org.rocksdb.BackupInfo;
import org.rocksdb.Checkpoint;
import org.rocksdb.Env;
import org.rocksdb.RestoreOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Copies an open database: checkpoints, which can be opened like the original, and incremental backups, which share their files. Restores
 * the latest backup into an empty folder.
 */
final class RocksBackups {
    private RocksBackups() {}

    static void checkpoint(RocksDB db, Path folder, Path target) {
        try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(target.toString());
            StoreFolder.mark(target, StoreFolder.format(folder));
        } catch (RocksDBException e) {
            throw RocksErrors.of("checkpoint to " + target, e);
        } catch (IOException e) {
            throw failed("checkpoint to " + target, e);
        }
    }

    static void backup(RocksDB db, Path folder, Path backups) {
        try {
            Files.createDirectories(backups);
            try (BackupEngineOptions options = new BackupEngineOptions(backups.toString());
                    BackupEngine engine = BackupEngine.open(Env.getDefault(), options)) {
                engine.createNewBackupWithMetadata(db, StoreFolder.format(folder), true);
            }
        } catch (RocksDBException e) {
            throw RocksErrors.of("backup to " + backups, e);
        } catch (IOException e) {
            throw failed("backup to " + backups, e);
        }
    }

    static void restore(Path backups, Path folder) {
        if (!Files.isDirectory(backups.resolve("meta"))) {
            throw new StoreException(Reason.MISCONFIGURED, "folder " + backups + " holds no backups");
        }
        try (BackupEngineOptions options = new BackupEngineOptions(backups.toString());
                BackupEngine engine = BackupEngine.open(Env.getDefault(), options);
                RestoreOptions restore = new RestoreOptions(false)) {
            BackupInfo latest = engine.getBackupInfo().stream()
                    .max(Comparator.comparingInt(BackupInfo::backupId))
                    .orElseThrow(
                            () -> new StoreException(Reason.MISCONFIGURED, "folder " + backups + " holds no backups"));
            String format = String.valueOf(latest.appMetadata());
            StoreFolder.check("backup " + latest.backupId() + " in " + backups, format);
            StoreFolder.prepareForRestore(folder);
            engine.restoreDbFromBackup(latest.backupId(), folder.toString(), folder.toString(), restore);
            // The format of the backup, which may be older than the format this version writes.
            StoreFolder.mark(folder, format);
        } catch (RocksDBException e) {
            throw RocksErrors.of("restore from " + backups + " to " + folder, e);
        }
    }

    private static StoreException failed(String what, IOException e) {
        return new StoreException(Reason.MISCONFIGURED, what + " failed: " + e, e);
    }
}
