package dev.tidings.server.cli;

import dev.tidings.server.config.Config;
import dev.tidings.server.config.EffectiveConfigText;
import dev.tidings.server.config.ReferenceText;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** The command that shows the effective configuration, or the reference of all options. */
@Command(
        name = "config",
        description = "Show the effective options as YAML, and where each was set; secrets are masked.",
        subcommands = ConfigCommand.Reference.class)
final class ConfigCommand implements Callable<Integer> {

    @Mixin
    private ConfigFileOption file;

    @Spec
    private CommandSpec spec;

    private final Map<String, String> environment;
    private final Path defaultFile;

    ConfigCommand() {
        this(System.getenv(), ConfigFileOption.DEFAULT_FILE);
    }

    ConfigCommand(Map<String, String> environment, Path defaultFile) {
        this.environment = environment;
        this.defaultFile = defaultFile;
    }

    @Override
    public Integer call() {
        return print(spec, EffectiveConfigText.of(file.load(environment, defaultFile)));
    }

    private static int print(CommandSpec spec, String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return 0;
    }

    @Command(
            name = "reference",
            description = "Show every option: its purpose, type, default and environment variable.")
    static final class Reference implements Callable<Integer> {

        /** Not the mixin: the reference must work even if the default file is invalid, so that file is not read. */
        @Option(
                names = "--config",
                paramLabel = "FILE",
                description = "Also show what this file and the environment set.")
        private Path file;

        @ParentCommand
        private ConfigCommand parent;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            Optional<Path> named = Optional.ofNullable(file).or(parent.file::named);
            return print(spec, ReferenceText.of(named.map(path -> Config.load(Optional.of(path), parent.environment))));
        }
    }
}
