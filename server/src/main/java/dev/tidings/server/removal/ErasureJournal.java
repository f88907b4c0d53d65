package dev.tidings.server.removal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.storage.DataFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A file beside the backups with all erasures, which a restore applies to an older backup. It contains hashes, no ids of users. The
 * deletion of a tenant has a star in place of the hash.
 *
 * <pre>
 * tidings-erasures 1
 * key 51af…                                     a hash that only the same encryption keys yield
 * erasure acme 0191… 3b7c… 1900000000000        tenant, id, hash of the user, time
 * erasure shop 0192… * 1900000000000            all users of the tenant
 * </pre>
 */
public final class ErasureJournal {
    private static final String FORMAT = "tidings-erasures 1";
    /** No tenant has this id, as it is not a valid name. */
    private static final UserKey KEY_CHECK = new UserKey(" ", "key");

    private final Path file;

    ErasureJournal(Path file) {
        this.file = file;
    }

    /** Replaces the file, atomically and durably. */
    void write(ErasedUsers hashes, Collection<Erasure> erasures) {
        StringBuilder lines = new StringBuilder(FORMAT + "\nkey " + hashes.hash(KEY_CHECK) + "\n");
        for (Erasure erasure : erasures) {
            lines.append("erasure " + erasure.tenant() + " " + erasure.id() + " "
                    + erasure.userHash() + " "
                    + erasure.erasedAt().toEpochMilli() + "\n");
        }
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (FileChannel channel = FileChannel.open(
                    next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                ByteBuffer bytes = ByteBuffer.wrap(lines.toString().getBytes(UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            DataFolders.sync(file.toAbsolutePath().getParent());
        } catch (IOException e) {
            throw new UncheckedIOException("the erasures can't be written to " + file + ": " + e, e);
        }
    }

    /** The erasures in the file; none if there is no file. */
    List<Erasure> read(ErasedUsers hashes) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            List<String> lines = Files.readAllLines(file, UTF_8);
            if (lines.size() < 2 || !lines.get(0).equals(FORMAT)) {
                throw new IllegalStateException(file + " is not a list of erasures: expected '" + FORMAT + "'");
            }
            if (!hashes.isHash(lines.get(1).substring("key ".length()), KEY_CHECK)) {
                throw new IllegalStateException(file + " was written with other encryption keys: users who were erased"
                        + " after the backup could not be found; put the keys of that installation into place");
            }
            List<Erasure> erasures = new ArrayList<>();
            for (String line : lines.subList(2, lines.size())) {
                String[] parts = line.split(" ");
                Instant at = Instant.ofEpochMilli(Long.parseLong(parts[4]));
                erasures.add(new Erasure(parts[1], parts[2], parts[3], at, Optional.empty(), Map.of()));
            }
            return erasures;
        } catch (IOException e) {
            throw new UncheckedIOException("the erasures in " + file + " can't be read: " + e, e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("can't delete " + file, e);
        }
    }
}
