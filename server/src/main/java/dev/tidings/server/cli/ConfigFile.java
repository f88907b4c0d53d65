package dev.tidings.server.cli;

import dev.tidings.server.config.Config;
import dev.tidings.server.config.LoadedConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option {@code --config}, alike for every command that reads the configuration. */
final class ConfigFile {

    static final Path USUAL = Path.of("tidings.yml");

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read the options from this file; otherwise from tidings.yml in this folder, if it is there.")
    private Path file;

    Optional<Path> named() {
        return Optional.ofNullable(file);
    }

    LoadedConfig load(Map<String, String> environment, Path usual) {
        return Config.load(named().or(() -> Optional.of(usual).filter(Files::exists)), environment);
    }
}
