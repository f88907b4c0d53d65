package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Webhook;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for webhooks. */
@Command(
        name = "webhooks",
        description = "List and manage the endpoints that receive events.",
        subcommands = {
            WebhooksCommand.ListAll.class,
            WebhooksCommand.Add.class,
            WebhooksCommand.Delete.class,
            WebhooksCommand.Rotate.class,
            WebhooksCommand.Resume.class,
            WebhooksCommand.Replay.class
        })
final class WebhooksCommand extends CommandGroup {

    @Command(name = "list", description = "List the webhooks.")
    static final class ListAll extends ListCommand<Webhook> {
        @Override
        Iterable<Webhook> items(TidingsClient client) {
            return client.webhooks().list();
        }

        @Override
        Table<Webhook> table() {
            return new Table<Webhook>()
                    .column("ID", Webhook::id)
                    .column("URL", Webhook::url)
                    .column("EVENTS", hook -> hook.events().isEmpty() ? "all" : hook.events())
                    .column(
                            "PAUSED",
                            hook -> hook.paused() == null ? null : hook.paused().reason());
        }
    }

    @Command(name = "add", description = "Add a webhook and print it with its secret, which is not shown again.")
    static final class Add extends ApiCommand {
        @Parameters(paramLabel = "URL", description = "The URL that receives the events.")
        private String url;

        @Option(
                names = "--event",
                paramLabel = "NAME",
                split = ",",
                description = "The events, such as delivery.failed. Default: all.")
        private List<String> events;

        @Override
        int run(Output out) {
            Map<String, Object> fields = RequestFields.of("url", url, "events", events);
            out.item(client().call("POST", "/v1/webhooks", fields, Map.of()));
            return 0;
        }
    }

    @Command(name = "delete", description = "Delete a webhook.")
    static final class Delete extends ApiCommand {
        @Parameters(paramLabel = "ID", description = "The id of the webhook.")
        private String id;

        @Override
        int run(Output out) {
            client().webhooks().delete(id);
            return 0;
        }
    }

    @Command(name = "rotate-secret", description = "Give a webhook a new secret and print it; both are used for a day.")
    static final class Rotate extends ApiCommand {
        @Parameters(paramLabel = "ID", description = "The id of the webhook.")
        private String id;

        @Override
        int run(Output out) {
            out.item(client().call(
                            "POST", "/v1/webhooks/" + TidingsClient.escape(id) + "/rotate-secret", null, Map.of()));
            return 0;
        }
    }

    @Command(name = "resume", description = "Resume a webhook that was paused because it kept failing.")
    static final class Resume extends ApiCommand {
        @Parameters(paramLabel = "ID", description = "The id of the webhook.")
        private String id;

        @Override
        int run(Output out) {
            client().webhooks().resume(id);
            out.done("resumed");
            return 0;
        }
    }

    @Command(name = "replay", description = "Publish the events since a time again, and print how many.")
    static final class Replay extends ApiCommand {
        @Parameters(index = "0", paramLabel = "ID", description = "The id of the webhook.")
        private String id;

        @Parameters(index = "1", paramLabel = "TIME", description = "The time, in RFC 3339.")
        private String since;

        @Override
        int run(Output out) {
            Map<String, Object> fields = Map.of("since", since);
            out.item(client().call("POST", "/v1/webhooks/" + TidingsClient.escape(id) + "/replay", fields, Map.of()));
            return 0;
        }
    }
}
