package dev.tidings.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A new temporary folder that is deleted with its content on close. */
public final class TemporaryFolder implements AutoCloseable {
    private final Path path;

    public TemporaryFolder(String name) throws IOException {
        path = Files.createTempDirectory(name);
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(path)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.delete(file);
        }
    }
}
