package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.ScheduledNotification;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that lists the scheduled notifications of the tenant or of a user. */
@Command(name = "scheduled", description = "List scheduled notifications, of the tenant or of a user, soonest first.")
final class ScheduledCommand extends ListCommand<ScheduledNotification> {
    @Parameters(paramLabel = "USER", arity = "0..1", description = "Only those for this user.")
    private String user;

    @Override
    Iterable<ScheduledNotification> items(TidingsClient client) {
        return user == null
                ? client.notifications().scheduled()
                : client.user(user).scheduled();
    }

    @Override
    Table<ScheduledNotification> table() {
        Table<ScheduledNotification> table = new Table<ScheduledNotification>()
                .column("ID", ScheduledNotification::id)
                .column("SEND AT", ScheduledNotification::sendAt)
                .column("TYPE", ScheduledNotification::type)
                .column("CREATED", ScheduledNotification::createdAt);
        return user == null ? table.column("TO", ScheduledCommand::recipients) : table;
    }

    private static String recipients(ScheduledNotification scheduled) {
        return scheduled.targetId() == null ? scheduled.recipientCount() + " users" : scheduled.targetId();
    }
}
