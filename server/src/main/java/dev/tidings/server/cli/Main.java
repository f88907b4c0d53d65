package dev.tidings.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main class of {@code ./tidings}, except for the benchmarks and torture runs, whose modules have their own. */
@Command(
        subcommands = {
            UpCommand.class,
            HealthCommand.class,
            SendCommand.class,
            BatchCommand.class,
            DryRunCommand.class,
            CancelCommand.class,
            RescheduleCommand.class,
            ScheduledCommand.class,
            RecurringCommand.class,
            WhyCommand.class,
            DeadLettersCommand.class,
            CapturedCommand.class,
            InboxCommand.class,
            WatchCommand.class,
            UsersCommand.class,
            PreferencesCommand.class,
            DevicesCommand.class,
            TypesCommand.class,
            TemplatesCommand.class,
            ProvidersCommand.class,
            WebhooksCommand.class,
            TenantCommand.class,
            KeyCommand.class,
            TokensCommand.class,
            AuditCommand.class,
            ConfigCommand.class,
            SchemaCommand.class,
            CompletionCommand.class,
            ExternalCommand.Bench.class,
            ExternalCommand.Torture.class
        })
public final class Main extends TidingsCommand {

    public static void main(String[] args) {
        System.exit(CommandRunner.prepare(new CommandLine(new Main())).execute(args));
    }
}
