package dev.tidings.lab.cassandra;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads the last 4 kB of a log file, for an error message. */
final class LogTail {
    private static final int BYTES = 4_000;

    private LogTail() {}

    static String of(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - BYTES));
            byte[] tail = new byte[(int) (file.length() - file.getFilePointer())];
            file.readFully(tail);
            return new String(tail, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "(cannot be read: " + e.getMessage() + ")";
        }
    }
}
