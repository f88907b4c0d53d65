package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.rocksdb.DataFolder;
import dev.tidings.rocksdb.DataFolderException;
import dev.tidings.rocksdb.DataFormat;
import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;

/**
 * Checks and marks the data format of a log's folder before it is opened, and explains why RocksDB could not open it. A {@link DataFolder}
 * whose failures are {@link LogException}s.
 */
final class LogFolder {
    private static final DataFormat FORMAT =
            new DataFormat("tidings-log", 1, "a log", " is not a log: its file FORMAT");

    private LogFolder() {}

    static void prepare(Path folder) {
        DataFolder data = new DataFolder(folder, FORMAT);
        try {
            if (!data.hasData()) {
                data.mark(FORMAT.text());
            }
        } catch (DataFolderException e) {
            throw failed(e.getMessage(), null);
        } catch (IOException e) {
            throw failed("folder " + folder + " of the log can't be used: " + e, e);
        }
    }

    /** States the format of a copy: that of its original. */
    static void markCopy(Path folder, Path copy) {
        try {
            new DataFolder(copy, FORMAT).mark(new DataFolder(folder, FORMAT).statedFormat());
        } catch (IOException e) {
            throw failed("the copy of the log in " + copy + " can't be completed: " + e, e);
        }
    }

    /** Turns RocksDB's error on open into a message that says what to do. */
    static LogException explain(Path folder, RocksDBException e) {
        return DataFolder.isInUse(e)
                ? failed("folder " + folder + " is in use: another process, or another log in this one, has it open", e)
                : failed("folder " + folder + " of the log can't be opened: " + e.getMessage(), e);
    }

    private static LogException failed(String message, Throwable cause) {
        return new LogException(Reason.FAILED, message, cause);
    }
}
