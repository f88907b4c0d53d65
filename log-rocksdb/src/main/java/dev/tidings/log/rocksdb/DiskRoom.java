package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Watches the free disk space. Appends are refused before RocksDB runs out of it, and resume by themselves. */
final class DiskRoom {
    private static final long CHECK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path folder;
    private final FileStore disk;
    private final long reserve;
    private final AtomicLong nextCheckAt = new AtomicLong(System.nanoTime());
    private volatile long usable = Long.MAX_VALUE;

    DiskRoom(Path folder, long reserve) {
        this.folder = folder;
        this.reserve = reserve;
        try {
            this.disk = Files.getFileStore(folder);
        } catch (IOException e) {
            throw new LogException(Reason.FAILED, "folder " + folder + " has no file store to query for free space", e);
        }
    }

    /** The reason why appends are refused, if the space is below the reserve. */
    Optional<String> shortage() {
        refresh();
        return usable >= reserve
                ? Optional.empty()
                : Optional.of("disk of " + folder + " is nearly full: " + usable + " bytes are free, " + reserve
                        + " are reserved; appends resume when there is more space");
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
    }
}
