package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.AuditEntry;
import picocli.CommandLine.Command;

/** The command that lists the audit log. */
@Command(name = "audit", description = "List the audit log, newest first.")
final class AuditCommand extends ListCommand<AuditEntry> {
    @Override
    Iterable<AuditEntry> items(TidingsClient client) {
        return client.access().audit();
    }

    @Override
    Table<AuditEntry> table() {
        return new Table<AuditEntry>()
                .column("AT", AuditEntry::at)
                .column("ACTOR", AuditEntry::actor)
                .column("ACTION", AuditEntry::action)
                .column("SUBJECT", AuditEntry::subject);
    }
}
