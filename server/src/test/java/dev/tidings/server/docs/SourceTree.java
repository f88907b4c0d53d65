package dev.tidings.server.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checked-out sources and documents of all modules, without build output and data folders. */
final class SourceTree {
    static final Path ROOT = root();

    private SourceTree() {}

    /** @param endings of file names, with the dot */
    static List<Path> files(String... endings) {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                    .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.git|data)/.*"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("mvnw"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
