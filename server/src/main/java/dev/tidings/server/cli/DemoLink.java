package dev.tidings.server.cli;

import dev.tidings.server.DevelopmentKey;
import dev.tidings.server.config.Config;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Builds the URL of the demo page that {@code ./tidings up} prints; empty if the demo is disabled. The fragment, which browsers do not
 * send, carries the development key if a person on this machine will read it: on a terminal, for a server that listens on loopback and is
 * not behind a proxy. Elsewhere, the key would end up in logs.
 */
final class DemoLink {
    private DemoLink() {}

    /** @param terminal whether it is printed to a terminal */
    static Optional<String> of(Config config, String url, boolean terminal) {
        if (!config.http().demo()) {
            return Optional.empty();
        }
        String page = url + "/demo";
        return Optional.of(
                terminal && isLocal(config.http())
                        ? key(config).map(key -> page + "#key=" + key).orElse(page)
                        : page);
    }

    private static boolean isLocal(Config.Http http) {
        return http.isLoopback()
                && http.publicUrl().isEmpty()
                && http.trustedProxies().isEmpty();
    }

    /** Empty if the file was deleted, as it should be in production. */
    private static Optional<String> key(Config config) {
        try {
            return Optional.of(DevelopmentKey.read(config.dataFolder()));
        } catch (UncheckedIOException gone) {
            return Optional.empty();
        }
    }
}
