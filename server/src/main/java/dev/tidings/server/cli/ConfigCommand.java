package dev.tidings.server.cli;

import dev.tidings.server.config.Config;
import dev.tidings.server.config.InForceText;
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

/** Shows which options are in force, and which there are. */
@Command(
        name = "config",
        description = "Show the options in force as YAML, and where they were set; secrets are masked.",
        subcommands = ConfigCommand.Reference.class)
final class ConfigCommand implements Callable<Integer> {

    @Mixin
    private ConfigFile file;

    @Spec
    private CommandSpec spec;

    private final Map<String, String> environment;
    private final Path usual;

    ConfigCommand() {
        this(System.getenv(), ConfigFile.USUAL);
    }

    ConfigCommand(Map<String, String> environment, Path usual) {
        this.environment = environment;
        this.usual = usual;
    }

    @Override
    public Integer call() {
        return print(spec, InForceText.of(file.load(environment, usual)));
    }

    private static int print(CommandSpec spec, String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        return 0;
    }

    @Command(name = "reference", description = "Show every option: what it does, its type, default and variable.")
    static final class Reference implements Callable<Integer> {

        /** Not the mixin: whoever has a mistake in the usual file needs the reference most, so that is not read. */
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
