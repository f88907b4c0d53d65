package dev.tidings.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Where {@code ./tidings} begins, except for the commands of the bench module, which have a main class of their own. */
@Command(subcommands = {SchemaCommand.class, LaunchedElsewhere.Bench.class, LaunchedElsewhere.Torture.class})
public final class Main extends TidingsCommand {

    public static void main(String[] args) {
        System.exit(CommandRunner.prepare(new CommandLine(new Main())).execute(args));
    }
}
