package dev.tidings.server.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.server.backup.Manifest.ArchivedFile;
import dev.tidings.server.storage.DataFolders;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A backup in a folder: copies of the files of a data folder, and a {@link Manifest} with their checksums. It appears under its name when
 * it is complete and durable; until then its folder has the suffix {@code .partial}.
 */
public final class Archive {
    /** The file beside the backups, and in a restored data folder, that lists the erased users. */
    public static final String ERASURES = "ERASURES";

    private static final String MANIFEST = "MANIFEST";
    private static final int BUFFER = 1 << 20;

    private final Path folder;

    private Archive(Path folder) {
        this.folder = folder;
    }

    public static Archive in(Path folder) {
        return new Archive(folder);
    }

    /** Copies all files of a folder into a new archive. */
    static Archive write(Path content, Path target, Instant takenAt) {
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        if (Files.exists(target)) {
            throw new ArchiveException("there is a backup in " + target + " already");
        }
        try {
            DataFolders.deleteAll(partial);
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.createDirectory(partial, DataFolders.ownerOnly(partial));
            List<ArchivedFile> files = new ArrayList<>();
            for (Path file : DataFolders.files(content)) {
                String path = file.toString().replace('\\', '/');
                files.add(copy(content.resolve(file), partial.resolve(file), path));
            }
            Path manifest = partial.resolve(MANIFEST);
            Files.writeString(manifest, new Manifest(takenAt, files).text(), UTF_8);
            try (FileChannel channel = FileChannel.open(manifest, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            syncFolders(partial);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            DataFolders.sync(target.toAbsolutePath().getParent());
            return new Archive(target);
        } catch (IOException e) {
            throw new ArchiveException("the backup in " + target + " could not be written: " + e, e);
        } finally {
            DataFolders.deleteAll(partial);
        }
    }

    public Path folder() {
        return folder;
    }

    Manifest manifest() {
        Path file = folder.resolve(MANIFEST);
        try {
            return Manifest.parse(Files.readString(file, UTF_8), file.toString());
        } catch (IOException e) {
            throw new ArchiveException(
                    "folder " + folder + " holds no complete backup: its file " + MANIFEST + " can't be read: " + e, e);
        }
    }

    /** Whether there is a complete backup; its files may be damaged all the same. */
    boolean exists() {
        return Files.exists(folder.resolve(MANIFEST));
    }

    /**
     * Restores it into a data folder that is empty or missing. Checks every file first; a damaged archive changes nothing.
     *
     * @param erasures a file with erasures, which the first start applies again
     * @return when the backup began
     */
    public Instant restore(Path dataFolder, Optional<Path> erasures) {
        Manifest manifest = manifest();
        for (ArchivedFile file : manifest.files()) {
            check(file, copy(folder.resolve(file.path()), null, file.path()));
        }
        requireEmpty(dataFolder);
        Path restoring = dataFolder.resolve(DataFolders.RESTORING);
        try {
            if (!Files.exists(dataFolder)) {
                Files.createDirectories(dataFolder.toAbsolutePath().getParent());
                Files.createDirectory(dataFolder, DataFolders.ownerOnly(dataFolder));
            }
            Files.createDirectory(restoring, DataFolders.ownerOnly(restoring));
            DataFolders.sync(dataFolder);
            for (ArchivedFile file : manifest.files()) {
                check(file, copy(folder.resolve(file.path()), restoring.resolve(file.path()), file.path()));
            }
            erasures.ifPresent(file -> copy(file, restoring.resolve(ERASURES), ERASURES));
            syncFolders(restoring);
            // A crash from here on leaves the folder RESTORING, with which no server starts.
            try (Stream<Path> restored = Files.list(restoring)) {
                for (Path path : restored.toList()) {
                    Files.move(path, dataFolder.resolve(path.getFileName()), StandardCopyOption.ATOMIC_MOVE);
                }
            }
            DataFolders.sync(dataFolder);
            Files.delete(restoring);
            DataFolders.sync(dataFolder);
        } catch (IOException e) {
            throw new ArchiveException("the backup could not be restored to " + dataFolder + ": " + e, e);
        }
        return manifest.takenAt();
    }

    private static void requireEmpty(Path dataFolder) {
        try (Stream<Path> found = Files.exists(dataFolder) ? Files.list(dataFolder) : Stream.empty()) {
            if (found.anyMatch(path -> !path.endsWith("lost+found"))) {
                throw new ArchiveException("folder " + dataFolder.toAbsolutePath()
                        + " is not empty: expected an empty or missing data folder to restore into");
            }
        } catch (IOException e) {
            throw new ArchiveException("folder " + dataFolder + " can't be used: " + e, e);
        }
    }

    private void check(ArchivedFile expected, ArchivedFile found) {
        if (!expected.equals(found)) {
            throw new ArchiveException("the backup in " + folder + " is damaged: file " + expected.path() + " has "
                    + found.size() + " bytes with checksum " + found.sha256() + ", expected " + expected.size()
                    + " bytes with checksum " + expected.sha256());
        }
    }

    /**
     * Reads a file, and copies it durably.
     *
     * @param target null to read it only
     */
    private static ArchivedFile copy(Path source, Path target, String path) {
        MessageDigest digest = Manifest.sha256();
        byte[] buffer = new byte[BUFFER];
        long size = 0;
        try (InputStream in = Files.newInputStream(source);
                FileChannel out = target == null ? null : create(target)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
                size += read;
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, read);
                while (out != null && bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
            if (out != null) {
                out.force(true);
            }
        } catch (IOException e) {
            throw new ArchiveException("file " + path + " of the backup can't be copied: " + e, e);
        }
        return new ArchivedFile(path, size, Manifest.hex(digest.digest()));
    }

    private static FileChannel create(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private static void syncFolders(Path root) throws IOException {
        try (Stream<Path> folders = Files.walk(root)) {
            for (Path each : folders.filter(Files::isDirectory).toList()) {
                DataFolders.sync(each);
            }
        }
    }
}
