package dev.tidings.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Tells a store before each write whether the disk has too little free space. Writes are refused while there is still enough space to flush
 * and compact what was accepted, and resume by themselves once space is free again. Asks the file system at most every 20 milliseconds.
 */
public final class DiskSpaceGuard {
    private static final long CHECK_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Reads the free space of a disk, in bytes. */
    interface FreeSpace {
        long bytes() throws IOException;
    }

    /** The reason to refuse a write: less free disk space than is reserved. */
    public record Shortage(Path folder, long freeBytes, long reserveBytes) {}

    private final Path folder;
    private final long reserve;
    private final long resume;
    private final FreeSpace space;
    private final LongSupplier nanoTime;
    private final AtomicLong nextCheckAt;
    private volatile long free = Long.MAX_VALUE;
    private volatile boolean full;

    /**
     * @param reserve writes are refused while fewer bytes are free
     * @param resume refused writes resume when so many bytes are free; more than the reserve, so that the state does not flap
     * @throws IOException if the disk of the folder can't be found
     */
    public DiskSpaceGuard(Path folder, long reserve, long resume) throws IOException {
        this(folder, reserve, resume, Files.getFileStore(folder)::getUsableSpace, System::nanoTime);
    }

    DiskSpaceGuard(Path folder, long reserve, long resume, FreeSpace space, LongSupplier nanoTime) {
        this.folder = folder;
        this.reserve = reserve;
        this.resume = resume;
        this.space = space;
        this.nanoTime = nanoTime;
        this.nextCheckAt = new AtomicLong(nanoTime.getAsLong());
    }

    /** The reason to refuse a write now, if there is one. */
    public Optional<Shortage> shortage() {
        refresh();
        return full ? Optional.of(new Shortage(folder, free, reserve)) : Optional.empty();
    }

    private void refresh() {
        long now = nanoTime.getAsLong();
        long due = nextCheckAt.get();
        if (now - due < 0 || !nextCheckAt.compareAndSet(due, now + CHECK_INTERVAL_NANOS)) {
            return;
        }
        long found;
        try {
            found = space.bytes();
        } catch (IOException e) {
            found = 0;
        }
        free = found;
        full = found < (full ? resume : reserve);
    }
}
