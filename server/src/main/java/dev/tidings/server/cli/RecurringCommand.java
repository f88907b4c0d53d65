package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Recurring;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands for recurring schedules. */
@Command(
        name = "recurring",
        description = "List and manage recurring schedules.",
        subcommands = {
            RecurringCommand.ListAll.class,
            RecurringCommand.Get.class,
            RecurringCommand.Put.class,
            RecurringCommand.Delete.class,
            RecurringCommand.Pause.class,
            RecurringCommand.Resume.class
        })
final class RecurringCommand extends CommandGroup {

    @Command(name = "list", description = "List the schedules, by name.")
    static final class ListAll extends ListCommand<Recurring> {
        @Override
        Iterable<Recurring> items(TidingsClient client) {
            return client.recurring().list();
        }

        @Override
        Table<Recurring> table() {
            return new Table<Recurring>()
                    .column("NAME", Recurring::name)
                    .column("CRON", Recurring::cron)
                    .column("EVERY", Recurring::every)
                    .column("ZONE", Recurring::zone)
                    .column("PAUSED", Recurring::paused)
                    .column(
                            "NEXT",
                            schedule -> schedule.next().stream().findFirst().orElse(null));
        }
    }

    @Command(name = "get", description = "Print a schedule.")
    static final class Get extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
        private String name;

        @Override
        int run(Output out) {
            out.item(client().recurring().get(name));
            return 0;
        }
    }

    @Command(name = "put", description = "Create or replace a schedule.")
    static final class Put extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
        private String name;

        @Mixin
        private JsonFile file;

        @Override
        int run(Output out) throws IOException {
            out.item(client().call("PUT", "/v1/recurring/" + TidingsClient.escape(name), file.read(), Map.of()));
            return 0;
        }
    }

    @Command(name = "delete", description = "Delete a schedule.")
    static final class Delete extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
        private String name;

        @Override
        int run(Output out) {
            client().recurring().delete(name);
            return 0;
        }
    }

    @Command(name = "pause", description = "Pause a schedule.")
    static final class Pause extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
        private String name;

        @Override
        int run(Output out) {
            client().recurring().pause(name);
            out.done("paused");
            return 0;
        }
    }

    @Command(name = "resume", description = "Resume a paused schedule.")
    static final class Resume extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the schedule.")
        private String name;

        @Override
        int run(Output out) {
            client().recurring().resume(name);
            out.done("resumed");
            return 0;
        }
    }
}
