package dev.tidings.widecolumn.rocksdb;

import dev.tidings.rocksdb.DataFolder;
import dev.tidings.rocksdb.DataFolderException;
import dev.tidings.rocksdb.DataFormat;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/**
 * Checks and marks the data format of an engine's folder and of its backups, before they are opened or restored. A {@link DataFolder} whose
 * failures are {@link StoreException}s.
 */
final class StoreFolder {
    private static final DataFormat FORMAT =
            new DataFormat("tidings-rocksdb", 1, "a store of this engine", ": its format");

    private StoreFolder() {}

    static void prepare(Path folder) {
        boolean hasData;
        try {
            hasData = in(folder).hasData();
        } catch (DataFolderException e) {
            throw refused(e);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
        if (!hasData) {
            mark(folder, FORMAT.text());
        }
    }

    /** Makes sure that a restore overwrites nothing. */
    static void prepareForRestore(Path folder) {
        try {
            in(folder).createEmpty();
        } catch (DataFolderException e) {
            throw refused(e);
        } catch (IOException e) {
            throw unusable(folder, e);
        }
    }

    /** The format of a folder, as {@link #mark} and {@link #check} take it. */
    static String format(Path folder) throws IOException {
        return in(folder).statedFormat();
    }

    /** Writes the format of the folder durably. */
    static void mark(Path folder, String format) {
        try {
            in(folder).mark(format);
        } catch (IOException e) {
            throw new StoreException(Reason.MISCONFIGURED, "folder " + folder + " can't be written to: " + e, e);
        }
    }

    /** @param what the backup with this format, for the message */
    static void check(String what, String found) {
        try {
            FORMAT.check(what, found);
        } catch (DataFolderException e) {
            throw refused(e);
        }
    }

    /** Turns RocksDB's failure to open into an exception that names the cause. */
    static StoreException openFailure(Path folder, RocksDBException e) {
        if (DataFolder.isInUse(e)) {
            return new StoreException(
                    Reason.MISCONFIGURED,
                    "folder " + folder + " is in use: another process, or another engine in this one, has it open",
                    e);
        }
        return new StoreException(RocksErrors.reason(e), "folder " + folder + " can't be opened: " + e.getMessage(), e);
    }

    private static DataFolder in(Path folder) {
        return new DataFolder(folder, FORMAT);
    }

    private static StoreException refused(DataFolderException e) {
        return new StoreException(Reason.MISCONFIGURED, e.getMessage());
    }

    private static StoreException unusable(Path folder, IOException e) {
        return new StoreException(Reason.MISCONFIGURED, "folder " + folder + " can't be used: " + e, e);
    }
}
