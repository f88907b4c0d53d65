package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.LiveEvent;
import dev.tidings.client.LiveListener;
import dev.tidings.client.LiveStream;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.TidingsException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that prints the live events of a user's inbox as they arrive, and reconnects when the connection is lost. */
@Command(
        name = "watch",
        description =
                "Follow the live events of a user's inbox until interrupted. Reconnects when the connection is lost, and"
                        + " resumes without missing events.")
final class WatchCommand implements Callable<Integer> {
    @Parameters(paramLabel = "USER", description = "The user.")
    private String user;

    @Option(names = "--since", paramLabel = "ID", description = "Resume after this event. Default: new events only.")
    private String since;

    @Option(names = "--json", description = "Print the events as JSON, one object per line.")
    private boolean json;

    @Option(names = "--count", paramLabel = "N", description = "Exit after N events, including the initial hello.")
    private int count;

    @Mixin
    private ApiOptions api;

    @Spec
    private CommandSpec spec;

    private int shown;
    private TidingsException unreachable;

    @Override
    public Integer call() {
        TidingsClient client = api.client();
        // Tokens expire, so each connection gets a new one. A spectator acknowledges nothing.
        Supplier<String> token = () -> client.users().token(user).token();
        try (LiveStream live = client.withToken(token).me().live().since(since).acknowledge(false)) {
            live.run(new Printer(live));
        }
        if (unreachable != null) {
            throw unreachable;
        }
        return 0;
    }

    /** Prints events, and ends the stream after the last one, or if there is no connection to begin with. */
    private final class Printer implements LiveListener {
        private final LiveStream live;

        Printer(LiveStream live) {
            this.live = live;
        }

        @Override
        public void event(LiveEvent event) {
            show(event.json());
            shown++;
            if (count > 0 && shown >= count) {
                live.close();
            }
        }

        @Override
        public void disconnected(TidingsException reason, Duration retryIn) {
            if (shown == 0) {
                unreachable = reason;
                live.close();
            }
        }
    }

    private void show(JsonNode event) {
        String name = event.path("event").asText();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(event);
        } else {
            String time = LocalTime.now().truncatedTo(ChronoUnit.SECONDS).toString();
            out.printf("%-8s  %-12s  %s%n", time, name, summary(name, event));
        }
        out.flush();
    }

    private static String summary(String name, JsonNode event) {
        if (name.equals("bye")) {
            return event.path("reason").asText();
        }
        JsonNode notification = event.path("notification");
        StringBuilder line = new StringBuilder();
        if (notification.isObject()) {
            line.append(Table.printable(notification.path("title").asText("")));
            if (notification.path("body").isTextual()) {
                line.append(": ")
                        .append(Table.printable(notification.path("body").asText()));
            }
            line.append("  ");
        } else if (event.path("notificationId").isTextual()) {
            line.append(event.path("notificationId").asText()).append("  ");
        }
        return line.append('(')
                .append(event.path("unread").asLong())
                .append(" unread)")
                .toString();
    }
}
