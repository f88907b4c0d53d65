package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for preferences. */
@Command(
        name = "preferences",
        description = "Print and change the preferences of a user.",
        subcommands = {PreferencesCommand.Get.class, PreferencesCommand.Set.class})
final class PreferencesCommand extends CommandGroup {

    @Command(name = "get", description = "Print what differs from the default.")
    static final class Get extends ApiCommand {
        @Parameters(paramLabel = "USER", description = "The user.")
        private String user;

        @Override
        int run(Output out) {
            out.item(client().user(user).preferences());
            return 0;
        }
    }

    @Command(name = "set", description = "Turn a channel on or off, or back to its default.")
    static final class Set extends ApiCommand {
        @Parameters(index = "0", paramLabel = "USER", description = "The user.")
        private String user;

        @Parameters(index = "1", paramLabel = "CHANNEL", description = "in_app, push, email, sms or webhook.")
        private String channel;

        @Parameters(index = "2", paramLabel = "VALUE", description = "One of ${COMPLETION-CANDIDATES}.")
        private Wanted wanted;

        @Option(names = "--category", paramLabel = "NAME", description = "Only for this category.")
        private String category;

        @Option(names = "--type", paramLabel = "NAME", description = "Only for this type.")
        private String type;

        /** The values of a preference. */
        enum Wanted {
            on,
            off,
            byDefault {
                @Override
                public String toString() {
                    return "default";
                }
            }
        }

        @Override
        int run(Output out) {
            Boolean value = wanted == Wanted.byDefault ? null : wanted == Wanted.on;
            Map<String, Object> change = new HashMap<>();
            change.put(channel, value);
            Map<String, Object> fields = category == null && type == null
                    ? Map.of("channels", change)
                    : RequestFields.of(
                            "categories", category == null ? null : Map.of(category, change),
                            "types", type == null ? null : Map.of(type, change));
            out.item(client().call(
                            "PATCH", "/v1/users/" + TidingsClient.escape(user) + "/preferences", fields, Map.of()));
            return 0;
        }
    }
}
