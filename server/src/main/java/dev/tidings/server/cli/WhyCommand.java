package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that explains what happened to a notification and why. */
@Command(name = "why", description = "Explain each decision about a notification to a user, and each provider call.")
final class WhyCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "ID", description = "The id of the notification.")
    private String id;

    @Parameters(index = "1", paramLabel = "USER", description = "The user.")
    private String user;

    @Override
    int run(Output out) {
        new ExplanationPrinter(out)
                .print(TidingsClient.toJson(client().notifications().explain(id, user)));
        return 0;
    }
}
