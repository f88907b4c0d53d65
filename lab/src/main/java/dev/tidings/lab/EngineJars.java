package dev.tidings.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The jars of an engine's server, unpacked from the module {@code lab-<engine>} into a cache that later runs find again. */
public final class EngineJars {
    private EngineJars() {}

    /** The server's jars, in the order of their names, so that every run has the same class path. */
    public static List<Path> of(String engine) {
        return of(engine, CacheFolder.ofUser());
    }

    static List<Path> of(String engine, Path cache) {
        String marker = "tidings-lab/" + engine + "/server.properties";
        URL found = EngineJars.class.getClassLoader().getResource(marker);
        if (found == null) {
            throw new IllegalStateException("no " + marker + " on the class path; expected the module lab-" + engine);
        }
        try {
            return unpack(engine, found.toURI(), cache);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack the jars of " + engine + " into " + cache, e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Path> unpack(String engine, URI marker, Path cache) throws IOException {
        if (!marker.getScheme().equals("jar")) {
            return unpack(engine, Path.of(marker).resolveSibling("lib"), cache);
        }
        String[] jarAndEntry = marker.toString().split("!", 2);
        Path jar = Path.of(URI.create(jarAndEntry[0].substring("jar:".length())));
        try (FileSystem inside = FileSystems.newFileSystem(jar, Map.of())) {
            return unpack(engine, inside.getPath(jarAndEntry[1]).resolveSibling("lib"), cache);
        }
    }

    private static List<Path> unpack(String engine, Path lib, Path cache) throws IOException {
        List<Path> packed = jarsIn(lib);
        Path unpacked = cache.resolve(engine + "-" + fingerprint(packed));
        if (!Files.isDirectory(unpacked)) {
            Files.createDirectories(cache);
            Path staging = Files.createTempDirectory(cache, engine + "-unpacking-");
            for (Path jar : packed) {
                Files.copy(jar, staging.resolve(jar.getFileName().toString()));
            }
            publish(staging, unpacked);
        }
        return jarsIn(unpacked);
    }

    /** In one step, so that whoever sees the folder sees all of it, also if several processes unpack at once. */
    private static void publish(Path staging, Path unpacked) throws IOException {
        try {
            Files.move(staging, unpacked, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException e) {
            Folders.delete(staging); // another process was first, with the same jars
        }
    }

    /** Released jars do not change under their name, so name and size say which ones these are without reading 67 MB. */
    private static String fingerprint(List<Path> jars) throws IOException {
        CRC32 crc = new CRC32();
        for (Path jar : jars) {
            crc.update((jar.getFileName() + " " + Files.size(jar) + "\n")
                    .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return String.format("%08x", crc.getValue());
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }
}
