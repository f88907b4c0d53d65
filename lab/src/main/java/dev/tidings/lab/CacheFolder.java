package dev.tidings.lab;

import java.nio.file.Path;
import java.util.Map;

/**
 * Locates the user's cache folder for unpacked server jars: {@code tidings/lab} in the XDG cache. Safe to delete while no lab is
 * running.
 */
final class CacheFolder {
    private CacheFolder() {}

    static Path ofUser() {
        return of(System.getenv(), Path.of(System.getProperty("user.home")));
    }

    static Path of(Map<String, String> environment, Path home) {
        String xdg = environment.get("XDG_CACHE_HOME");
        Path caches = xdg == null || xdg.isBlank() ? home.resolve(".cache") : Path.of(xdg);
        return caches.resolve("tidings").resolve("lab");
    }
}
