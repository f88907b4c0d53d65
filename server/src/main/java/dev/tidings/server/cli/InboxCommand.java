package dev.tidings.server.cli;

import dev.tidings.client.Pages;
import dev.tidings.client.UserAccount;
import dev.tidings.client.UserAccount.InboxFilter;
import dev.tidings.client.model.InboxItem;
import java.util.Map;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that lists the inbox of a user, or marks notifications in it. */
@Command(name = "inbox", description = "List the inbox of a user, newest first, or mark notifications in it.")
final class InboxCommand extends ApiCommand {
    @Parameters(paramLabel = "USER", description = "The user.")
    private String user;

    @Option(names = "--filter", paramLabel = "WORD", description = "One of all, unread, archived. Default: all.")
    private InboxFilter filter = InboxFilter.ALL;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "Print at most N notifications; 0 for all. Default: 20.")
    private int limit;

    @ArgGroup
    private Mark mark;

    /** A change instead of the list; at most one. */
    private static final class Mark {
        @Option(names = "--read", paramLabel = "ID", description = "Mark a notification as read.")
        private String read;

        @Option(names = "--unread", paramLabel = "ID", description = "Mark a notification as unread.")
        private String unread;

        @Option(names = "--archive", paramLabel = "ID", description = "Archive a notification.")
        private String archive;

        @Option(names = "--unarchive", paramLabel = "ID", description = "Restore an archived notification.")
        private String unarchive;

        @Option(names = "--read-all", description = "Mark all as read, and print how many were unread.")
        private boolean readAll;
    }

    @Override
    int run(Output out) {
        UserAccount account = client().user(user);
        if (mark != null) {
            mark(account, out);
            return 0;
        }
        Pages<InboxItem> items = account.inbox(filter);
        out.list(
                items,
                limit,
                new Table<InboxItem>()
                        .column("ID", InboxItem::id)
                        .column("AT", InboxItem::at)
                        .column("READ", item -> item.readAt() != null)
                        .column("TYPE", InboxItem::type)
                        .column("TITLE", InboxItem::title));
        return 0;
    }

    private void mark(UserAccount account, Output out) {
        if (mark.readAll) {
            out.item(Map.of("marked", account.markAllRead()));
        } else if (mark.read != null) {
            account.markRead(mark.read);
        } else if (mark.unread != null) {
            account.markUnread(mark.unread);
        } else if (mark.archive != null) {
            account.archive(mark.archive);
        } else {
            account.unarchive(mark.unarchive);
        }
    }
}
