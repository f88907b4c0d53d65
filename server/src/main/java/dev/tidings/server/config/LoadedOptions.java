package dev.tidings.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A loaded tree of options and the origin of each value that is set. {@link #load} reads the file, then the environment over it, and throws
 * {@link ConfigException} with all errors.
 */
record LoadedOptions<T extends Record>(T config, Map<String, Origin> origins) {

    static <T extends Record> LoadedOptions<T> load(
            OptionTree<T> options, Optional<Path> file, Map<String, String> environment) {
        CollectedValues given = new CollectedValues();
        file.ifPresent(path -> new FileSource(path, options, given).read());
        new EnvironmentSource(environment, options, given).read();
        List<String> mistakes = given.errors();
        if (!mistakes.isEmpty()) {
            throw new ConfigException(mistakes);
        }
        return new LoadedOptions<>(options.build(given::valueOf), given.origins());
    }
}
