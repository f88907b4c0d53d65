package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;

/** Validates the folder of a log: it must be empty, or hold a log of this or an older format. */
final class LogFolder {
    /** The format version; incremented when older versions could no longer read the files. */
    static final int FORMAT = 1;

    private static final String FILE = "FORMAT";
    private static final String NAME = "tidings-log ";

    /** Entries of an otherwise empty folder: those of a fresh file system, and of a crash while the format file was written. */
    private static final Set<String> IGNORED_FILES = Set.of("lost+found", FILE + ".new");

    private LogFolder() {}

    static void prepare(Path folder) {
        try {
            Files.createDirectories(folder);
            if (Files.exists(folder.resolve(FILE))) {
                check(folder, Files.readString(folder.resolve(FILE)).strip());
            } else {
                requireEmpty(folder);
                mark(folder);
            }
        } catch (IOException e) {
            throw failed("folder " + folder + " of the log can't be used: " + e, e);
        }
    }

    /** Turns RocksDB's error on open into a message that says what to do. */
    static LogException explain(Path folder, RocksDBException e) {
        // RocksDB has no status code for a held lock. Both messages start like this, in front of any path.
        String message = String.valueOf(e.getMessage());
        if (message.startsWith("lock hold by current process") || message.startsWith("While lock file")) {
            return failed(
                    "folder " + folder + " is in use: another process, or another log in this one, has it open", e);
        }
        return failed("folder " + folder + " of the log can't be opened: " + message, e);
    }

    private static void check(Path folder, String found) {
        int version;
        try {
            version = found.startsWith(NAME) ? Integer.parseInt(found.substring(NAME.length())) : -1;
        } catch (NumberFormatException e) {
            version = -1;
        }
        if (version < 1) {
            throw failed(
                    "folder " + folder + " is not a log: its file " + FILE + " says '" + found + "', expected '" + NAME
                            + FORMAT + "'",
                    null);
        }
        if (version > FORMAT) {
            throw failed(
                    "folder " + folder + " was written by a newer version: it has format " + version
                            + ", this version knows up to " + FORMAT,
                    null);
        }
    }

    private static void requireEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            if (!files.map(file -> file.getFileName().toString()).allMatch(IGNORED_FILES::contains)) {
                throw failed(
                        "folder " + folder + " is not empty and has no file " + FILE
                                + ": expected an empty folder or a log",
                        null);
            }
        }
    }

    private static void mark(Path folder) throws IOException {
        Path draft = folder.resolve(FILE + ".new");
        Files.writeString(draft, NAME + FORMAT + "\n");
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        // An atomic move: a crash never leaves a partial file.
        Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    private static LogException failed(String message, Throwable cause) {
        return new LogException(Reason.FAILED, message, cause);
    }
}
