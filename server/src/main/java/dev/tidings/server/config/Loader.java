package dev.tidings.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Loads the configuration from its sources, the later one over the earlier. */
record Loader<T extends Record>(T config, Map<String, Origin> origins) {

    static <T extends Record> Loader<T> load(
            OptionTree<T> options, Optional<Path> file, Map<String, String> environment) {
        Given given = new Given();
        file.ifPresent(path -> new FileSource(path, options, given).read());
        new EnvironmentSource(environment, options, given).read();
        List<String> mistakes = given.mistakes();
        if (!mistakes.isEmpty()) {
            throw new ConfigException(mistakes);
        }
        return new Loader<>(options.build(given::valueOf), given.origins());
    }
}
