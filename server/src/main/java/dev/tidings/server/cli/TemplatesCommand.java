package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Template;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands for templates. */
@Command(
        name = "templates",
        description = "List and manage the templates of a type.",
        subcommands = {
            TemplatesCommand.ListAll.class,
            TemplatesCommand.Get.class,
            TemplatesCommand.Put.class,
            TemplatesCommand.Delete.class,
            TemplatesCommand.Preview.class
        })
final class TemplatesCommand extends CommandGroup {

    @Command(name = "list", description = "List the templates of a type.")
    static final class ListAll extends ListCommand<Template> {
        @Parameters(paramLabel = "TYPE", description = "The notification type.")
        private String type;

        @Override
        Iterable<Template> items(TidingsClient client) {
            return client.templates(type).list();
        }

        @Override
        Table<Template> table() {
            return new Table<Template>()
                    .column("CHANNEL", Template::channel)
                    .column("LOCALE", Template::locale)
                    .column("REVISION", Template::revision)
                    .column("STATE", Template::state)
                    .column("VARIABLES", Template::variables)
                    .column("CHANGED", Template::changedAt);
        }
    }

    @Command(name = "get", description = "Print a template.")
    static final class Get extends ApiCommand {
        @Parameters(index = "0", paramLabel = "TYPE", description = "The notification type.")
        private String type;

        @Parameters(index = "1", paramLabel = "CHANNEL", description = "in_app, push, email, sms or webhook.")
        private String channel;

        @Parameters(index = "2", paramLabel = "LOCALE", description = "A language tag, or und for all other locales.")
        private String locale;

        @Override
        int run(Output out) {
            out.item(client().call("GET", path(type, channel, locale), null, Map.of()));
            return 0;
        }
    }

    @Command(name = "put", description = "Create or replace a template; the fields are parts and variables.")
    static final class Put extends ApiCommand {
        @Parameters(index = "0", paramLabel = "TYPE", description = "The notification type.")
        private String type;

        @Parameters(index = "1", paramLabel = "CHANNEL", description = "in_app, push, email, sms or webhook.")
        private String channel;

        @Parameters(index = "2", paramLabel = "LOCALE", description = "A language tag, or und for all other locales.")
        private String locale;

        @Mixin
        private JsonFile file;

        @Override
        int run(Output out) throws IOException {
            out.item(client().call("PUT", path(type, channel, locale), file.read(), Map.of()));
            return 0;
        }
    }

    @Command(name = "delete", description = "Delete a template.")
    static final class Delete extends ApiCommand {
        @Parameters(index = "0", paramLabel = "TYPE", description = "The notification type.")
        private String type;

        @Parameters(index = "1", paramLabel = "CHANNEL", description = "in_app, push, email, sms or webhook.")
        private String channel;

        @Parameters(index = "2", paramLabel = "LOCALE", description = "A language tag, or und for all other locales.")
        private String locale;

        @Override
        int run(Output out) {
            client().call("DELETE", path(type, channel, locale), null, Map.of());
            return 0;
        }
    }

    @Command(name = "preview", description = "Render a template; the fields are data, title and body.")
    static final class Preview extends ApiCommand {
        @Parameters(index = "0", paramLabel = "TYPE", description = "The notification type.")
        private String type;

        @Parameters(index = "1", paramLabel = "CHANNEL", description = "in_app, push, email, sms or webhook.")
        private String channel;

        @Parameters(index = "2", paramLabel = "LOCALE", description = "A language tag, or und for all other locales.")
        private String locale;

        @Mixin
        private JsonFile file;

        @Override
        int run(Output out) throws IOException {
            out.item(client().call("POST", path(type, channel, locale) + "/preview", file.read(), Map.of()));
            return 0;
        }
    }

    /** The channel as it was given: the server explains what is wrong with it. */
    private static String path(String type, String channel, String locale) {
        return "/v1/types/" + TidingsClient.escape(type) + "/templates/" + TidingsClient.escape(channel) + "/"
                + TidingsClient.escape(locale);
    }
}
