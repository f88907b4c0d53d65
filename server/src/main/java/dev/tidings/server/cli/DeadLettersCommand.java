package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.DeadLetter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands for dead letters. */
@Command(
        name = "dead-letters",
        description = "List and replay deliveries that failed for good.",
        subcommands = {DeadLettersCommand.ListAll.class, DeadLettersCommand.Replay.class})
final class DeadLettersCommand extends CommandGroup {

    @Command(name = "list", description = "List the dead letters of the last 30 days, newest first.")
    static final class ListAll extends ListCommand<DeadLetter> {
        @Override
        Iterable<DeadLetter> items(TidingsClient client) {
            return client.deadLetters().list();
        }

        @Override
        Table<DeadLetter> table() {
            return new Table<DeadLetter>()
                    .column("ID", DeadLetter::id)
                    .column("NOTIFICATION", DeadLetter::notification)
                    .column("USER", DeadLetter::user)
                    .column("CHANNEL", DeadLetter::channel)
                    .column("CODE", DeadLetter::code)
                    .column("TEXT", DeadLetter::text)
                    .column("REPLAYED", DeadLetter::replayedAt);
        }
    }

    @Command(name = "replay", description = "Try a delivery again, from its first attempt.")
    static final class Replay extends ApiCommand {
        @Parameters(paramLabel = "ID", description = "The id of the dead letter.")
        private String id;

        @Override
        int run(Output out) {
            client().deadLetters().replay(id);
            out.done("replayed");
            return 0;
        }
    }
}
