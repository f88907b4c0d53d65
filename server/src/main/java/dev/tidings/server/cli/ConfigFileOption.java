package dev.tidings.server.cli;

import dev.tidings.server.config.Config;
import dev.tidings.server.config.LoadedConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --config}, shared by all commands that read the configuration. */
final class ConfigFileOption {

    static final Path DEFAULT_FILE = Path.of("tidings.yml");

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The configuration file. Default: tidings.yml in the current folder, if it exists.")
    private Path file;

    Optional<Path> named() {
        return Optional.ofNullable(file);
    }

    LoadedConfig load(Map<String, String> environment, Path defaultFile) {
        return Config.load(named().or(() -> Optional.of(defaultFile).filter(Files::exists)), environment);
    }
}
