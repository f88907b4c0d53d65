package dev.tidings.widecolumn.rocksdb;

import dev.tidings.rocksdb.DiskSpaceGuard;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * Converts a RocksDBException to a {@link StoreException}. Its status code decides the {@link Reason}, and for I/O errors the operating
 * system's error text at the end of the message; the rest quotes paths, which may contain any text.
 */
final class RocksErrors {
    private RocksErrors() {}

    /** The exception for a failure other than of a commit. */
    static StoreException of(String what, RocksDBException e) {
        return new StoreException(reason(e), what + " failed: " + e.getMessage(), e);
    }

    /** The exception for a write that is refused while the disk is nearly full. */
    static StoreException diskFull(DiskSpaceGuard.Shortage shortage) {
        return new StoreException(
                Reason.DISK_FULL,
                "disk of " + shortage.folder() + " is nearly full: " + shortage.freeBytes()
                        + " bytes are left, the reserve is " + shortage.reserveBytes()
                        + "; writes resume when space is free again");
    }

    /** Whether a read restricted to memory failed because it would have had to read from disk. */
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
            case IOError -> needsOperator(e) ? Reason.MISCONFIGURED : Reason.UNAVAILABLE;
            default -> Reason.UNAVAILABLE;
        };
    }

    /** Whether the operating system refused for a reason that needs an operator; its error text ends the message. */
    private static boolean needsOperator(RocksDBException e) {
        return Stream.of(
                        "Permission denied",
                        "Operation not permitted",
                        "Read-only file system",
                        "Not a directory",
                        "No such file or directory")
                .anyMatch(String.valueOf(e.getMessage())::endsWith);
    }
}
