package dev.tidings.server.log;

import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Watches the room that is left on the disk. Appends are refused before RocksDB runs into the wall, and go on by themselves. */
final class DiskRoom {
    private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Path folder;
    private final FileStore disk;
    private final long reserve;
    private final AtomicLong lookAgainAt = new AtomicLong(System.nanoTime());
    private volatile long usable = Long.MAX_VALUE;

    DiskRoom(Path folder, long reserve) {
        this.folder = folder;
        this.reserve = reserve;
        try {
            this.disk = Files.getFileStore(folder);
        } catch (IOException e) {
            throw new LogException(Reason.FAILED, "folder " + folder + " has no file system to ask for room", e);
        }
    }

    /** Why nothing can be taken now, if so. */
    Optional<String> full() {
        look();
        return usable >= reserve
                ? Optional.empty()
                : Optional.of("disk of " + folder + " is nearly full: " + usable + " bytes are left, " + reserve
                        + " are kept in reserve; appends go on when there is room again");
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
    }
}
