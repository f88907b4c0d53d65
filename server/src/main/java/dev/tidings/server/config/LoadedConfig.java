package dev.tidings.server.config;

import java.util.Map;

/**
 * The effective configuration, and the origin of each value that is not the default.
 *
 * @param origins by the path of the option, such as {@code http.port}
 */
public record LoadedConfig(Config config, Map<String, Origin> origins) {

    public LoadedConfig {
        origins = Map.copyOf(origins);
    }
}
