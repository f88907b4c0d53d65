package dev.tidings.server.secret;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes a one-line file that only its owner can read, atomically and durably: the encryption keys and the development key. */
public final class PrivateFile {
    private PrivateFile() {}

    /** Atomic and durable: written to a temporary file, fsynced and renamed. The content exists nowhere else. */
    public static void write(Path file, String line) {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        FileAttribute<?> ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            Files.deleteIfExists(next);
            Files.createFile(next, ownerOnly);
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                channel.write(ByteBuffer.wrap((line + "\n").getBytes(US_ASCII)));
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
                folder.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't write " + file, e);
        }
    }
}
