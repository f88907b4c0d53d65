package dev.tidings.server.ids;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A durable high-water mark of id timestamps, kept in a file. It is raised ahead of the ids, two seconds at a time and in the background,
 * so that ids hardly ever wait for the disk. After a crash ids continue from the mark, at most that far ahead of the clock; after an
 * orderly shutdown, from the last id.
 */
final class IdHighWaterMark {
    private static final long STEP_MILLIS = 2_000;

    private final Path file;
    private final long start;
    private final AtomicBoolean raising = new AtomicBoolean();
    /** The stored mark: no id at or above it has been issued. */
    private volatile long reserved;

    private boolean settled;

    IdHighWaterMark(Path file) {
        this.file = file;
        this.start = read(file);
        this.reserved = start;
    }

    /** The first timestamp that may be issued. */
    long start() {
        return start;
    }

    /** Must return before an id of this time is issued. */
    void raiseAbove(long millis) {
        if (millis >= reserved) {
            reserve(millis);
        } else if (millis >= reserved - STEP_MILLIS / 2 && raising.compareAndSet(false, true)) {
            CompletableFuture.runAsync(() -> reserve(reserved)).whenComplete((ok, failure) -> raising.set(false));
        }
    }

    /** Lowers the mark to the last id at shutdown. No id may be issued afterwards. */
    synchronized void close(long lastIssued) {
        settled = true;
        write(Math.max(start, lastIssued + 1));
    }

    private synchronized void reserve(long millis) {
        // A background call may come too late: the file may already belong to the next process.
        if (millis >= reserved && !settled) {
            write(millis + STEP_MILLIS);
            reserved = millis + STEP_MILLIS;
        }
    }

    private static long read(Path file) {
        try {
            return Files.exists(file)
                    ? Long.parseLong(Files.readString(file, US_ASCII).trim())
                    : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the id floor in " + file, e);
        } catch (NumberFormatException e) {
            throw new IllegalStateException(file + ": expected a number of milliseconds; restore it, or delete it if"
                    + " the clock has not gone back since the last start");
        }
    }

    private void write(long millis) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            try (FileChannel channel = FileChannel.open(
                    next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                channel.write(ByteBuffer.wrap((millis + "\n").getBytes(US_ASCII)));
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write the id floor to " + file, e);
        }
    }
}
