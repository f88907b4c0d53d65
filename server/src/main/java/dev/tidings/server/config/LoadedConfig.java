package dev.tidings.server.config;

import java.util.Map;

/**
 * What is in force, and where each value that is not the default came from.
 *
 * @param origins by the path of the option, such as {@code http.port}
 */
public record LoadedConfig(Config config, Map<String, Origin> origins) {

    public LoadedConfig {
        origins = Map.copyOf(origins);
    }
}
