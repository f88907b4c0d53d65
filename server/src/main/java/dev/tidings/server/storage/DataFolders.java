package dev.tidings.server.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes, syncs and checks folders: the data folder, and those of snapshots and backups. */
public final class DataFolders {
    /** Holds the files of a restore until all of them are there. */
    public static final String RESTORING = "restoring";

    private DataFolders() {}

    /** Refuses a data folder with a part of a backup in it. */
    static void requireRestored(Path folder) {
        if (Files.exists(folder.resolve(RESTORING))) {
            throw new IllegalStateException("folder " + folder.toAbsolutePath()
                    + " holds a part of a backup, because a restore was interrupted: empty it and restore again");
        }
    }

    public static FileAttribute<?>[] ownerOnly(Path folder) {
        return folder.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Deletes a file or a folder with everything in it, if it exists. */
    public static void deleteAll(Path root) {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> found = Files.walk(root)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't delete " + root, e);
        }
    }

    /** The files in a folder and below it, relative to it, in a stable order. */
    public static List<Path> files(Path root) throws IOException {
        try (Stream<Path> found = Files.walk(root)) {
            return found.filter(Files::isRegularFile)
                    .map(root::relativize)
                    .sorted()
                    .toList();
        }
    }

    /** Makes the names in a folder durable. */
    public static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder)) {
            channel.force(true);
        }
    }
}
