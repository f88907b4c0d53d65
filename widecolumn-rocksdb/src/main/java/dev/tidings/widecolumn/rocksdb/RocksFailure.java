package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB reports, in terms of what to do next. Goes by its status codes: its messages quote paths, which may say anything. */
final class RocksFailure {
    private RocksFailure() {}

    /** Why something other than a commit failed. */
    static StoreException of(String what, RocksDBException e) {
        return new StoreException(reason(e), what + " failed: " + e.getMessage(), e);
    }

    /** Whether a folder could not be opened because it is open already. */
    static boolean isLocked(RocksDBException e) {
        // RocksDB has no code for it. Both messages start like this, in front of any path.
        String message = String.valueOf(e.getMessage());
        return message.startsWith("lock hold by current process") || message.startsWith("While lock file");
    }

    /** Whether it failed only because it would have had to wait for the disk, which it had been told not to. */
    static boolean isIncomplete(RocksDBException e) {
        return e.getStatus() != null && e.getStatus().getCode() == Status.Code.Incomplete;
    }

    static Reason reason(RocksDBException e) {
        Status status = e.getStatus();
        if (status == null) {
            return Reason.UNAVAILABLE;
        }
        if (status.getSubCode() == Status.SubCode.NoSpace) {
            return Reason.DISK_FULL;
        }
        return switch (status.getCode()) {
            case Corruption -> Reason.CORRUPT;
            case InvalidArgument, NotSupported -> Reason.MISCONFIGURED;
            case IOError -> needsSomebody(e) ? Reason.MISCONFIGURED : Reason.UNAVAILABLE;
            default -> Reason.UNAVAILABLE;
        };
    }

    /** Whether the operating system refused for a reason that does not go away by itself; its word stands at the end. */
    private static boolean needsSomebody(RocksDBException e) {
        return Stream.of(
                        "Permission denied",
                        "Operation not permitted",
                        "Read-only file system",
                        "Not a directory",
                        "No such file or directory")
                .anyMatch(String.valueOf(e.getMessage())::endsWith);
    }
}
