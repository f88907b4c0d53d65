package dev.tidings.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The working folder of one lab, locked while the lab is open: a temporary folder, deleted on close, or a permanent one, which
 * keeps its content. The operating system releases the lock when the process ends, so an unlocked temporary folder was left by a
 * killed process, and the next lab with a temporary folder deletes it.
 */
public final class LabFolder implements AutoCloseable {
    private static final String PREFIX = "tidings-lab-";
    private static final String LOCK = "lab.lock";
    /** A younger folder may belong to a lab that is just about to lock it. */
    private static final Duration SETTLED = Duration.ofMinutes(1);

    /**
     * The folders this process has locked. Their lock files must not be opened again: the operating system releases a process's
     * lock on a file as soon as the process closes any handle of it, and another process would then treat the lab as abandoned.
     */
    private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;
    private final boolean temporary;

    private LabFolder(Path path, FileChannel lock, boolean temporary) {
        this.path = path;
        this.lock = lock;
        this.temporary = temporary;
    }

    /** Creates a folder that is deleted on close, or by the next lab if this process is killed. */
    public static LabFolder temporary() {
        return temporaryIn(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static LabFolder temporaryIn(Path parent) {
        try {
            deleteAbandoned(parent);
            return locked(Files.createTempDirectory(parent, PREFIX), true);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a folder for the lab in " + parent, e);
        }
    }

    /** Uses a permanent folder, which keeps its content. Only one lab at a time may use it. */
    public static LabFolder at(Path path) {
        try {
            return locked(Files.createDirectories(path), false);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use " + path + " as the folder of a lab", e);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        if (temporary) {
            FileTree.delete(path);
        }
        try {
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            OURS.remove(path);
        }
    }

    private static LabFolder locked(Path given, boolean temporary) throws IOException {
        Path path = given.toRealPath();
        if (!OURS.add(path)) {
            throw new IllegalStateException(path + " is in use by another lab");
        }
        FileChannel lock = lock(path);
        if (lock == null) {
            OURS.remove(path);
            throw new IllegalStateException(path + " is in use by another lab");
        }
        return new LabFolder(path, lock, temporary);
    }

    /** Locks a folder; null if another process holds the lock. */
    private static FileChannel lock(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() != null) {
            return channel;
        }
        channel.close();
        return null;
    }

    private static void deleteAbandoned(Path parent) throws IOException {
        Instant before = Instant.now().minus(SETTLED);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                deleteIfAbandoned(folder, before);
            }
        }
    }

    private static void deleteIfAbandoned(Path folder, Instant before) {
        try {
            if (!OURS.contains(folder.toRealPath())
                    && Files.getLastModifiedTime(folder.resolve(LOCK))
                            .toInstant()
                            .isBefore(before)) {
                try (FileChannel lock = lock(folder)) {
                    if (lock != null) {
                        FileTree.delete(folder);
                    }
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // Owned by another user, or just deleted by another lab. Neither prevents the start of this one.
        }
    }
}
