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

/** Says of a folder whether it may be opened: empty or ours, and not from a newer version. */
final class StoreFolder {
    /** Goes up when older versions could no longer read what this one writes. */
    static final int FORMAT = 1;

    private static final String FILE = "FORMAT";
    private static final String NAME = "tidings-rocksdb ";

    /** What a file system of its own brings along, and what a crash at the very first moment leaves. */
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

    /** In which format a folder is, as {@link #mark} and {@link #check} take it. */
    static String format(Path folder) throws IOException {
        return Files.readString(folder.resolve(FILE)).strip();
    }

    /** Writes down, durably, in which format the folder is. */
    static void mark(Path folder, String format) {
        Path draft = folder.resolve(FILE + ".new");
        try {
            Files.writeString(draft, format + "\n", StandardCharsets.UTF_8);
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            // Moved in place as a whole, so that no crash leaves half of it.
            Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new StoreException(Reason.MISCONFIGURED, "folder " + folder + " can't be written to: " + e, e);
        }
    }

    /** Turns RocksDB's word on why it did not open into one that says what to do. */
    static StoreException explain(Path folder, RocksDBException e) {
        if (RocksFailure.isLocked(e)) {
            return new StoreException(
                    Reason.MISCONFIGURED,
                    "folder " + folder + " is in use: another process, or another engine in this one, has it open",
                    e);
        }
        return new StoreException(
                RocksFailure.reason(e), "folder " + folder + " can't be opened: " + e.getMessage(), e);
    }

    /** @param what what has this format, for the message */
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
