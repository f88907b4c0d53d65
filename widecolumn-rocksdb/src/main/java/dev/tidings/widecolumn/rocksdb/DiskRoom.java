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
 * Watches the room that is left on the disk. Writes stop while there is still enough to flush and compact what was accepted, and
 * go on by themselves once there is room again.
 */
final class DiskRoom {
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path folder;
    private final FileStore disk;
    private final long reserve;
    private final AtomicLong lookAgainAt = new AtomicLong(System.nanoTime());
    private volatile long usable = Long.MAX_VALUE;
    private volatile boolean full;

    DiskRoom(Path folder, long reserve) {
        this.folder = folder;
        this.reserve = reserve;
        try {
            this.disk = Files.getFileStore(folder);
        } catch (IOException e) {
            throw new StoreException(
                    Reason.MISCONFIGURED, "folder " + folder + " has no file system to ask for room", e);
        }
    }

    /** Why a write must be refused now, if it must. */
    Optional<StoreException> refusal() {
        look();
        return full
                ? Optional.of(new StoreException(
                        Reason.DISK_FULL,
                        "disk of " + folder + " is nearly full: " + usable + " bytes are left, " + reserve
                                + " are kept in reserve; writes go on when there is room again"))
                : Optional.empty();
    }

    private void look() {
        long now = System.nanoTime();
        long due = lookAgainAt.get();
        if (now - due < 0 || !lookAgainAt.compareAndSet(due, now + LOOK_EVERY_NANOS)) {
            return;
        }
        try {
            usable = disk.getUsableSpace();
        } catch (IOException e) {
            usable = 0;
        }
        // A tenth more to start again than to stop, so that it does not flicker.
        full = full ? usable < reserve + reserve / 10 : usable < reserve;
    }
}
