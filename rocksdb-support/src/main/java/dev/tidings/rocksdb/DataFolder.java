package dev.tidings.rocksdb;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.stream.Stream;
import org.rocksdb.RocksDBException;

/**
 * Checks and marks the folder of a RocksDB database before it is opened. It must be empty or state its {@link DataFormat} in the file
 * {@code FORMAT}, and not be from a newer version.
 */
public final class DataFolder {
    private static final String FILE = "FORMAT";
    private static final String DRAFT = FILE + ".new";

    /** Entries of an otherwise empty folder: those of a fresh file system, and of a crash while the format file was written. */
    private static final Set<String> IGNORED_FILES = Set.of("lost+found", DRAFT);

    private final Path folder;
    private final DataFormat format;

    public DataFolder(Path folder, DataFormat format) {
        this.folder = folder;
        this.format = format;
    }

    /** Creates the folder if it is missing, and checks its format; false if it is empty and has to be {@linkplain #mark marked}. */
    public boolean hasData() throws IOException, DataFolderException {
        Files.createDirectories(folder);
        if (Files.exists(folder.resolve(FILE))) {
            format.check("folder " + folder, statedFormat());
            return true;
        }
        requireEmpty();
        return false;
    }

    /** Creates the folder if it is missing, and refuses one that holds anything. */
    public void createEmpty() throws IOException, DataFolderException {
        Files.createDirectories(folder);
        requireEmpty();
    }

    private void requireEmpty() throws IOException, DataFolderException {
        try (Stream<Path> files = Files.list(folder)) {
            if (!files.map(file -> file.getFileName().toString()).allMatch(IGNORED_FILES::contains)) {
                throw new DataFolderException("folder " + folder + " is not empty and has no file " + FILE
                        + ": expected an empty folder or " + format.content());
            }
        }
    }

    /** The format that the folder states, as {@link #mark} and {@link DataFormat#check} take it. */
    public String statedFormat() throws IOException {
        return Files.readString(folder.resolve(FILE)).strip();
    }

    /** States the format durably. */
    public void mark(String stated) throws IOException {
        Path draft = folder.resolve(DRAFT);
        Files.writeString(draft, stated + "\n");
        try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        // An atomic move: a crash never leaves a partial file.
        Files.move(draft, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether RocksDB could not open a folder because it is open already. */
    public static boolean isInUse(RocksDBException e) {
        // RocksDB has no status code for a held lock. Both messages start like this, in front of any path.
        String message = String.valueOf(e.getMessage());
        return message.startsWith("lock hold by current process") || message.startsWith("While lock file");
    }
}
