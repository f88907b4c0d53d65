package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.ScheduledNotification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that lists the scheduled notifications of a user. */
@Command(name = "scheduled", description = "List the scheduled notifications of a user, soonest first.")
final class ScheduledCommand extends ListCommand<ScheduledNotification> {
    @Parameters(paramLabel = "USER", description = "The user.")
    private String user;

    @Override
    Iterable<ScheduledNotification> items(TidingsClient client) {
        return client.user(user).scheduled();
    }

    @Override
    Table<ScheduledNotification> table() {
        return new Table<ScheduledNotification>()
                .column("ID", ScheduledNotification::id)
                .column("SEND AT", ScheduledNotification::sendAt)
                .column("TYPE", ScheduledNotification::type)
                .column("CREATED", ScheduledNotification::createdAt);
    }
}
