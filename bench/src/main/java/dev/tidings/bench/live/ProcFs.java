package dev.tidings.bench.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads the memory use and the number of open files of a process from {@code /proc}. */
final class ProcFs {
    private static final int KILOBYTE = 1024;

    private ProcFs() {}

    /** @param field {@code Rss}, or {@code Pss}, in which a page shared by n processes counts 1/n */
    static long bytes(long pid, String field) throws IOException {
        return Files.readAllLines(of(pid, "smaps_rollup")).stream()
                .filter(line -> line.startsWith(field + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * KILOBYTE)
                .findFirst()
                .orElseThrow(() -> new IOException("no " + field + " of process " + pid));
    }

    static long openFiles(long pid) throws IOException {
        try (Stream<Path> files = Files.list(of(pid, "fd"))) {
            return files.count();
        }
    }

    private static Path of(long pid, String file) {
        return Path.of("/proc", Long.toString(pid), file);
    }
}
