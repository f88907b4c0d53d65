package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Prints the decisions about a notification to one user: a paragraph per channel, with its reasons, provider calls and rendered message. */
record ExplanationPrinter(Output output) {

    void print(JsonNode explanation) {
        if (output.json()) {
            output.item(explanation);
            return;
        }
        PrintWriter out = output.out();
        for (JsonNode channel : explanation.path("channels")) {
            out.printf(
                    "%s  %s  %s%n",
                    text(explanation, "user"), text(channel, "channel"), state(channel.path("decided")));
            channel.path("because")
                    .forEach(reason -> out.println("  " + text(reason, "step") + ": " + text(reason, "found")));
            channel.path("tries").forEach(attempt -> out.println("  " + call(attempt)));
            if (channel.path("now").isObject()) {
                out.println("  now " + state(channel.path("now")));
            }
            channel.path("message")
                    .properties()
                    .forEach(part -> out.println("  message " + part.getKey() + ": " + shown(part.getValue())));
        }
    }

    private static String state(JsonNode state) {
        String reason = text(state, "reason");
        return text(state, "state") + (reason.isEmpty() ? "" : " (" + reason + ")");
    }

    private static String call(JsonNode attempt) {
        return Stream.of("at", "kind", "provider", "outcome", "code", "text")
                .map(field -> text(attempt, field))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("  "));
    }

    private static String text(JsonNode tree, String field) {
        return shown(tree.path(field));
    }

    private static String shown(JsonNode value) {
        return value.isNull() ? "" : Table.printable(value.isValueNode() ? value.asText() : value.toString());
    }
}
