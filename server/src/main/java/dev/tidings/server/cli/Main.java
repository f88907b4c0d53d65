package dev.tidings.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main class of {@code ./tidings}, except for the benchmarks and torture runs, whose modules have their own. */
@Command(
        subcommands = {
            UpCommand.class,
            SendCommand.class,
            CancelCommand.class,
            WatchCommand.class,
            RescheduleCommand.class,
            TenantCommand.class,
            KeyCommand.class,
            BackupCommand.class,
            RestoreCommand.class,
            ConfigCommand.class,
            SchemaCommand.class,
            ExternalCommand.Bench.class,
            ExternalCommand.Torture.class
        })
public final class Main extends TidingsCommand {

    public static void main(String[] args) {
        System.exit(CommandRunner.prepare(new CommandLine(new Main())).execute(args));
    }
}
