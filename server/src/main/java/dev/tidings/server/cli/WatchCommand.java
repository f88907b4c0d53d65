package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
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
    private static final Duration MIN_BACKOFF = Duration.ofMillis(250);
    private static final Duration MAX_BACKOFF = Duration.ofSeconds(10);

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

    @Override
    public Integer call() throws Exception {
        ApiClient client = api.client();
        Duration backoff = MIN_BACKOFF;
        boolean connected = false;
        while (count == 0 || shown < count) {
            int before = shown;
            try {
                watch(client);
            } catch (IOException lost) {
                if (!connected && shown == 0) {
                    throw lost;
                }
            }
            connected |= shown > before;
            if (count > 0 && shown >= count) {
                break;
            }
            backoff = shown > before ? MIN_BACKOFF : min(backoff.multipliedBy(2), MAX_BACKOFF);
            Thread.sleep(backoff.toMillis());
        }
        return 0;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Returns when the connection ends. Tokens expire, so each connection gets a new one. */
    private void watch(ApiClient client) throws IOException, InterruptedException {
        String token = client.post("/v1/users/" + ApiClient.escape(user) + "/tokens")
                .path("token")
                .asText();
        String position = since == null ? "" : "?since=" + ApiClient.escape(since);
        client.events("/v1/me/live" + position, token, event -> {
            if (event.path("id").isTextual()) {
                since = event.path("id").asText();
            }
            String name = event.path("event").asText();
            if (!name.equals("heartbeat")) {
                show(name, event);
                shown++;
            }
            return count == 0 || shown < count;
        });
    }

    private void show(String name, JsonNode event) {
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
            line.append(printable(notification.path("title").asText("")));
            if (notification.path("body").isTextual()) {
                line.append(": ").append(printable(notification.path("body").asText()));
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

    /** Strips control characters: a notification must not control the terminal. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
