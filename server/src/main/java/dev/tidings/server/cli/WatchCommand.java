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

@Command(
        name = "watch",
        description =
                "Show what happens in a user's inbox, as it happens, until interrupted. Comes back by itself when the"
                        + " connection is lost, and misses nothing.")
final class WatchCommand implements Callable<Integer> {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    @Parameters(paramLabel = "USER", description = "Whose inbox.")
    private String user;

    @Option(
            names = "--since",
            paramLabel = "ID",
            description = "Begin after this event; otherwise with what comes next.")
    private String since;

    @Option(names = "--json", description = "Print the events as they come, one JSON object a line.")
    private boolean json;

    @Option(names = "--count", paramLabel = "N", description = "End after so many events, the first of which is hello.")
    private int count;

    @Mixin
    private ApiOptions api;

    @Spec
    private CommandSpec spec;

    private int shown;

    @Override
    public Integer call() throws Exception {
        ApiClient client = api.client();
        Duration pause = FIRST_PAUSE;
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
            pause = shown > before ? FIRST_PAUSE : min(pause.multipliedBy(2), LONGEST_PAUSE);
            Thread.sleep(pause.toMillis());
        }
        return 0;
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Until the connection ends. A token is good for a while only, so each connection has a new one. */
    private void watch(ApiClient client) throws IOException, InterruptedException {
        String token = client.post("/v1/users/" + ApiClient.escape(user) + "/tokens")
                .path("token")
                .asText();
        String place = since == null ? "" : "?since=" + ApiClient.escape(since);
        client.events("/v1/me/live" + place, token, event -> {
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
            out.printf("%-8s  %-12s  %s%n", time, name, about(name, event));
        }
        out.flush();
    }

    private static String about(String name, JsonNode event) {
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

    /** A notification must not be able to move the cursor of a terminal. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}+", " ");
    }
}
