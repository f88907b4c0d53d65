package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Watches the free disk space. Writes are refused while there is still enough space to flush and compact what was accepted, and
 * resume by themselves once space is free again.
 */
final class DiskRoom {
    private static final long CHECK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path folder;
    private final FileStore disk;
    private final long reserve;
    private final AtomicLong nextCheckAt = new AtomicLong(System.nanoTime());
    private volatile long usable = Long.MAX_VALUE;
    private volatile boolean full;

    DiskRoom(Path folder, long reserve) {
        this.folder = folder;
        this.reserve = reserve;
        try {
            this.disk = Files.getFileStore(folder);
        } catch (IOException e) {
            throw new StoreException(
                    Reason.MISCONFIGURED, "folder " + folder + ": its free disk space can't be read", e);
        }
    }

    /** The reason to refuse a write now, if there is one. */
    Optional<StoreException> refusal() {
        refresh();
        return full
                ? Optional.of(new StoreException(
                        Reason.DISK_FULL,
                        "disk of " + folder + " is nearly full: " + usable + " bytes are left, the reserve is "
                                + reserve + "; writes resume when space is free again"))
                : Optional.empty();
    }

    private void refresh() {
        long now = System.nanoTime();
        long due = nextCheckAt.get();
        if (now - due < 0 || !nextCheckAt.compareAndSet(due, now + CHECK_INTERVAL_NANOS)) {
            return;
        }
        try {
            usable = disk.getUsableSpace();
        } catch (IOException e) {
            usable = 0;
        }
        // Hysteresis: a tenth more to resume than to stop, so that the state does not flap.
        full = full ? usable < reserve + reserve / 10 : usable < reserve;
    }
}
