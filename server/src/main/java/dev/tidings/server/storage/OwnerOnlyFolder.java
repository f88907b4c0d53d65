package dev.tidings.server.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the data folder and restricts it to its owner: it holds all messages and a key with all scopes. Repeated at each start, so that
 * a folder that someone else created, or that was restored with other permissions, is restricted as well.
 *
 * <p>The folders of the stores are created here, before the stores: RocksDB creates its files readable for all, and the folder around them
 * is the protection. A folder with other content in it may be shared and is left as it is, but the stores in it are restricted.
 */
final class OwnerOnlyFolder {
    private static final Logger log = LoggerFactory.getLogger(OwnerOnlyFolder.class);

    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");
    /** The files of a data folder, and the folders of backups and restores in it: their names begin with one of these. */
    private static final List<String> FILES = List.of(
            StoreSnapshots.METADATA,
            StoreSnapshots.ID_FLOOR,
            "secret-keys",
            "development-key",
            StoreSnapshots.STAGING,
            DataFolders.RESTORING,
            "ERASURES");

    /** The file by which a RocksDB database of Tidings is known. */
    private static final String STORE_MARK = "FORMAT";

    private static final String FRESH_FILE_SYSTEM = "lost+found";

    private final Path folder;
    private final List<String> stores;

    /** @param stores the names of the folders in it, each of a RocksDB database */
    OwnerOnlyFolder(Path folder, List<String> stores) {
        this.folder = folder;
        this.stores = stores;
    }

    void create() {
        try {
            if (!folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createDirectories(folder);
                return;
            }
            createRestricted(folder);
            restrictExisting(folder.toRealPath());
            for (String store : stores) {
                createRestricted(folder.resolve(store));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("dataFolder: can't create or read " + folder.toAbsolutePath(), e);
        }
    }

    /** Parent folders may be shared, so they get the default permissions. */
    private static void createRestricted(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
        }
    }

    private void restrictExisting(Path real) throws IOException {
        Map<Boolean, List<Path>> entries;
        try (Stream<Path> listed = Files.list(real)) {
            entries = listed.filter(entry -> !entry.endsWith(FRESH_FILE_SYSTEM))
                    .collect(Collectors.partitioningBy(this::isOwn));
        }
        if (entries.get(false).isEmpty()) {
            restrict(real);
        } else if (isOpen(real)) {
            log.warn(
                    "the data folder {} is accessible to others and left so, because it holds other files, such as {};"
                            + " the stores in it are restricted to their owner",
                    real,
                    entries.get(false).get(0).getFileName());
        }
        for (Path own : entries.get(true)) {
            restrictAll(own);
        }
    }

    private boolean isOwn(Path entry) {
        String name = entry.getFileName().toString();
        return FILES.stream().anyMatch(name::startsWith) || stores.contains(name) && isStore(entry);
    }

    /** Any other folder is refused when the store opens it. */
    private static boolean isStore(Path entry) {
        String[] content = entry.toFile().list();
        return content != null && (content.length == 0 || List.of(content).contains(STORE_MARK));
    }

    private static void restrictAll(Path entry) throws IOException {
        Files.walkFileTree(entry, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) {
                restrict(each);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) {
                restrict(each);
                return FileVisitResult.CONTINUE;
            }

            /** Another process may have the folder open, which its lock detects later. */
            @Override
            public FileVisitResult visitFileFailed(Path each, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
    }

    /** Removes the permissions of others. Links are not followed: they may lead anywhere. */
    private static void restrict(Path path) {
        try {
            if (!Files.isSymbolicLink(path) && isOpen(path)) {
                Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
                permissions.removeAll(OTHERS);
                Files.setPosixFilePermissions(path, permissions);
            }
        } catch (NoSuchFileException e) {
            // Deleted meanwhile.
        } catch (IOException e) {
            log.warn("{} is accessible to others and can't be restricted to its owner: {}", path, e.toString());
        }
    }

    private static boolean isOpen(Path path) throws IOException {
        return !Collections.disjoint(Files.getPosixFilePermissions(path), OTHERS);
    }
}
