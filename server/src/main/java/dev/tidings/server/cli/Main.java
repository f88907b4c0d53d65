package dev.tidings.server.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The main class of {@code ./tidings}, except for the benchmarks and torture runs, whose modules have their own. */
@Command(
        subcommands = {
            UpCommand.class,
            WarmUpCommand.class,
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
            BackupCommand.class,
            RestoreCommand.class,
            TokensCommand.class,
            AuditCommand.class,
            ConfigCommand.class,
            SchemaCommand.class,
            CompletionCommand.class,
            ExternalCommand.Dist.class,
            ExternalCommand.Bench.class,
            ExternalCommand.Torture.class
        })
public final class Main extends TidingsCommand {

    /** The root command of a starting server, which need not read the annotations of all other commands. */
    @Command(subcommands = UpCommand.class)
    static final class UpOnly extends TidingsCommand {}

    public static void main(String[] args) {
        System.exit(CommandRunner.prepare(new CommandLine(root(args))).execute(args));
    }

    static TidingsCommand root(String... args) {
        return args.length > 0 && args[0].equals("up") ? new UpOnly() : new Main();
    }
}
