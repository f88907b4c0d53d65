package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.User;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for user profiles. */
@Command(
        name = "users",
        description = "List and manage user profiles.",
        subcommands = {
            UsersCommand.ListAll.class,
            UsersCommand.Get.class,
            UsersCommand.Put.class,
            UsersCommand.Delete.class,
            UsersCommand.ShowErasure.class
        })
final class UsersCommand extends CommandGroup {

    @Command(name = "list", description = "List the profiles, by id.")
    static final class ListAll extends ListCommand<User> {
        @Override
        Iterable<User> items(TidingsClient client) {
            return client.users().list();
        }

        @Override
        Table<User> table() {
            return new Table<User>()
                    .column("ID", User::id)
                    .column("EMAIL", User::email)
                    .column("PHONE", User::phone)
                    .column("LOCALE", User::locale)
                    .column("ZONE", User::timeZone);
        }
    }

    @Command(name = "get", description = "Print a profile.")
    static final class Get extends ApiCommand {
        @Parameters(paramLabel = "USER", description = "The user.")
        private String user;

        @Override
        int run(Output out) {
            out.item(client().users().get(user));
            return 0;
        }
    }

    @Command(name = "put", description = "Create or replace a profile.")
    static final class Put extends ApiCommand {
        @Parameters(paramLabel = "USER", description = "The user.")
        private String user;

        @Option(names = "--email", paramLabel = "ADDRESS", description = "The email address.")
        private String email;

        @Option(names = "--phone", paramLabel = "NUMBER", description = "The phone number, in E.164 format.")
        private String phone;

        @Option(names = "--webhook", paramLabel = "URL", description = "The URL of the webhook channel.")
        private String webhook;

        @Option(names = "--locale", paramLabel = "TAG", description = "The language, such as pt-BR.")
        private String locale;

        @Option(names = "--time-zone", paramLabel = "ZONE", description = "The time zone, such as Europe/Berlin.")
        private String timeZone;

        @Override
        int run(Output out) {
            out.item(client().users().put(new User(user, email, phone, webhook, locale, timeZone, null, null, null)));
            return 0;
        }
    }

    @Command(name = "delete", description = "Delete a profile with preferences and devices.")
    static final class Delete extends ApiCommand {
        @Parameters(paramLabel = "USER", description = "The user.")
        private String user;

        @Option(
                names = "--erase",
                description = "Remove everything about the user, such as inbox, history and deliveries, which can't be"
                        + " undone; prints the erasure, which continues in the background.")
        private boolean erase;

        @Override
        int run(Output out) {
            if (erase) {
                out.item(client().users().erase(user));
            } else {
                client().users().delete(user);
            }
            return 0;
        }
    }

    @Command(name = "erasure", description = "Print the state of an erasure.")
    static final class ShowErasure extends ApiCommand {
        @Parameters(paramLabel = "ID", description = "The id that delete --erase has printed.")
        private String id;

        @Override
        int run(Output out) {
            out.item(client().users().erasure(id));
            return 0;
        }
    }
}
