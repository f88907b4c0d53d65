package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.NotificationType;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands for notification types. */
@Command(
        name = "types",
        description = "List and manage notification types.",
        subcommands = {
            TypesCommand.ListAll.class,
            TypesCommand.Get.class,
            TypesCommand.Put.class,
            TypesCommand.Delete.class
        })
final class TypesCommand extends CommandGroup {

    @Command(name = "list", description = "List the types.")
    static final class ListAll extends ListCommand<NotificationType> {
        @Override
        Iterable<NotificationType> items(TidingsClient client) {
            return client.types().list();
        }

        @Override
        Table<NotificationType> table() {
            return new Table<NotificationType>()
                    .column("NAME", NotificationType::name)
                    .column("CATEGORY", NotificationType::category)
                    .column("CHANNELS", NotificationType::channels)
                    .column("PRIORITY", NotificationType::maxPriority)
                    .column("PER HOUR", NotificationType::perUserAndHour)
                    .column("REQUIRED", NotificationType::required);
        }
    }

    @Command(name = "get", description = "Print a type.")
    static final class Get extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the type.")
        private String name;

        @Override
        int run(Output out) {
            out.item(client().types().get(name));
            return 0;
        }
    }

    @Command(name = "put", description = "Create or replace a type.")
    static final class Put extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the type.")
        private String name;

        @Mixin
        private JsonFile file;

        @Override
        int run(Output out) throws IOException {
            out.item(client().call("PUT", "/v1/types/" + TidingsClient.escape(name), file.read(), Map.of()));
            return 0;
        }
    }

    @Command(name = "delete", description = "Delete a type with its templates.")
    static final class Delete extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the type.")
        private String name;

        @Override
        int run(Output out) {
            client().types().delete(name);
            return 0;
        }
    }
}
