package dev.tidings.bench;

import dev.tidings.server.cli.CommandRunner;
import dev.tidings.server.cli.TidingsCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The entry point of {@code ./tidings bench}. */
@Command(subcommands = BenchCommand.class)
public final class Main extends TidingsCommand {

    public static void main(String[] args) {
        System.exit(CommandRunner.prepare(new CommandLine(new Main())).execute(args));
    }
}
