package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.CapturedMessage;
import dev.tidings.client.model.Channel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The commands for captured messages. */
@Command(
        name = "captured",
        description = "List and clear messages that were captured instead of sent.",
        subcommands = {CapturedCommand.ListAll.class, CapturedCommand.Clear.class})
final class CapturedCommand extends CommandGroup {

    @Command(name = "list", description = "List the messages, newest first.")
    static final class ListAll extends ListCommand<CapturedMessage> {
        @Option(names = "--channel", paramLabel = "NAME", description = "Only of this channel.")
        private Channel channel;

        @Option(names = "--user", paramLabel = "USER", description = "Only to this user.")
        private String user;

        @Override
        Iterable<CapturedMessage> items(TidingsClient client) {
            return client.captured().list(channel, user);
        }

        @Override
        Table<CapturedMessage> table() {
            return new Table<CapturedMessage>()
                    .column("AT", CapturedMessage::at)
                    .column("NOTIFICATION", CapturedMessage::notification)
                    .column("USER", CapturedMessage::user)
                    .column("CHANNEL", CapturedMessage::channel)
                    .column("ADDRESS", CapturedMessage::address)
                    .column("MESSAGE", CapturedMessage::message);
        }
    }

    @Command(name = "clear", description = "Forget all captured messages.")
    static final class Clear extends ApiCommand {

        @Override
        int run(Output out) {
            client().captured().clear();
            return 0;
        }
    }
}
