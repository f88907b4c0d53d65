package dev.tidings.server.cli;

import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that explains what would happen if a notification were sent now. */
@Command(
        name = "dry-run",
        description = "Explain for each user what would happen if this were sent now. Sends nothing.")
final class DryRunCommand extends ApiCommand {
    @Mixin
    private NotificationOptions notification;

    @Override
    int run(Output out) {
        ExplanationPrinter printer = new ExplanationPrinter(out);
        client().call("POST", "/v1/notifications/dry-run", notification.fields(), Map.of())
                .path("items")
                .forEach(printer::print);
        return 0;
    }
}
