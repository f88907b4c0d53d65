package dev.tidings.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.zip.CRC32;

/** Unpacks the jars of an engine's server from the module {@code lab-<engine>} into a cache that later runs reuse. */
public final class EngineJars {
    private final String engine;
    private final String listing;

    private EngineJars(String engine) throws IOException {
        this.engine = engine;
        try (InputStream in = resource("jars.list")) {
            this.listing = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The server's jars, in Maven's class path order. */
    public static List<Path> of(String engine) {
        return of(engine, CacheFolder.ofUser());
    }

    static List<Path> of(String engine, Path cache) {
        try {
            return new EngineJars(engine).unpacked(cache);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot unpack the jars of " + engine + " into " + cache
                            + " (set XDG_CACHE_HOME to use another folder)",
                    e);
        }
    }

    private List<Path> unpacked(Path cache) throws IOException {
        List<String> names = List.of(listing.strip().split(","));
        Path folder = cache.resolve(engine + "-" + fingerprint());
        if (!Files.isDirectory(folder)) {
            unpack(names, folder);
        }
        return names.stream().map(folder::resolve).toList();
    }

    /**
     * Unpacks to a staging folder and renames it atomically: the folder is always complete, also if several processes unpack
     * concurrently.
     */
    private void unpack(List<String> names, Path folder) throws IOException {
        Files.createDirectories(folder.getParent());
        Path staging = Files.createTempDirectory(folder.getParent(), "unpacking-");
        try {
            for (String name : names) {
                Path target = staging.resolve(name);
                Files.createDirectories(target.getParent());
                try (InputStream jar = resource(name)) {
                    Files.copy(jar, target);
                }
            }
            Files.move(staging, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            FileTree.delete(staging);
            if (!Files.isDirectory(folder)) {
                throw e;
            }
            // Another process has unpacked the same jars first.
        }
    }

    /** A checksum of the file names: released jars never change under their names. */
    private String fingerprint() {
        CRC32 crc = new CRC32();
        crc.update(listing.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", crc.getValue());
    }

    private InputStream resource(String name) {
        String path = "tidings-lab/" + engine + "/" + name;
        InputStream found = EngineJars.class.getClassLoader().getResourceAsStream(path);
        if (found == null) {
            throw new IllegalStateException("no " + path + " on the class path; expected the module lab-" + engine);
        }
        return found;
    }
}
