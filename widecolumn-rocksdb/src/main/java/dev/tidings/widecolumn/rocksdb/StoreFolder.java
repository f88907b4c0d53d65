package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;

/** Checks and marks the format of a folder: it must be empty or a store of this engine, and not from a newer version. */
final class StoreFolder {
    /** Incremented when older versions can no longer read what this version writes. */
    static final int FORMAT = 1;

    private static final String FILE = "FORMAT";
    private static final String NAME = "tidings-rocksdb ";

    /** Entries of an otherwise empty folder: of a fresh file system, and of a crash while the format was first written. */
    private static final Set<String> HARMLESS = Set.of("lost+found", FILE + ".new");

    private StoreFolder() {}

    static void prepare(Path folder) {
        try {
            Files.createDirectories(folder);
            if (Files.exists(folder.resolve(FILE))) {
                check("folder " + folder, format(folder));
            } else {
                requireEmpty(folder);
                mark(folder, NAME + FORMAT);
            }
        } catch (IOException e) {
            throw new StoreException(Reason.MISCONFIGURED, "folder " + folder + " can't be used: " + e, e);
        }
    }

    /** Makes sure that a restore overwrites nothing. */
    static void prepareForRestore(Path folder) {
        try {
            Files.createDirectories(folder);
            requireEmpty(folder);
        } catch (IOException e) {
            throw new StoreException(Reason.MISCONFIGURED, "folder " + folder + " can't be used: " + e, e);
        }
    }

    /** The format of a folder, as {@link #mark} and {@link #check} take it. */
    static String format(Path folder) throws IOException {
        return Files.readString(folder.resolve(FILE)).strip();
    }

    /** Writes the format of the folder durably. */
    static void mark(Path folder, String format) {
        Path draft = folder.resolve(FILE + ".new");
        try {
            Files.writeString(draft, format + "\n", StandardCharsets.UTF_8);
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            // An atomic rename, so that a crash leaves no partial file.
            Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StoreException(Reason.MISCONFIGURED, "folder " + folder + " can't be written to: " + e, e);
        }
    }

    /** Turns RocksDB's failure to open into an exception that names the cause. */
    static StoreException openFailure(Path folder, RocksDBException e) {
        if (RocksErrors.isLocked(e)) {
            return new StoreException(
                    Reason.MISCONFIGURED,
                    "folder " + folder + " is in use: another process, or another engine in this one, has it open",
                    e);
        }
        return new StoreException(RocksErrors.reason(e), "folder " + folder + " can't be opened: " + e.getMessage(), e);
    }

    /** @param what the folder or backup with this format, for the message */
    static void check(String what, String found) {
        int version;
        try {
            version = Integer.parseInt(found.substring(NAME.length()));
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            version = -1;
        }
        if (!found.startsWith(NAME) || version < 1) {
            throw new StoreException(
                    Reason.MISCONFIGURED, what + ": its format says '" + found + "', expected '" + NAME + FORMAT + "'");
        }
        if (version > FORMAT) {
            throw new StoreException(
                    Reason.MISCONFIGURED,
                    what + " was written by a newer version: it has format " + version + ", this version knows up to "
                            + FORMAT);
        }
    }

    private static void requireEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            if (!files.map(file -> file.getFileName().toString()).allMatch(HARMLESS::contains)) {
                throw new StoreException(
                        Reason.MISCONFIGURED,
                        "folder " + folder + " is not empty and has no file " + FILE
                                + ": expected an empty folder or a store of this engine");
            }
        }
    }
}
