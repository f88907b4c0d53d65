package dev.tidings.server.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The recipients and the content of a notification, shared by the commands that send one or try it out. */
final class NotificationOptions {
    @Parameters(index = "0", paramLabel = "USER", description = "The recipient, or several separated by commas.")
    private String users;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "TITLE",
            description = "The title. Can be left out if the type has a template.")
    private String title;

    @Option(names = "--body", paramLabel = "TEXT", description = "The body text.")
    private String body;

    @Option(names = "--type", paramLabel = "NAME", description = "The notification type.")
    private String type;

    @Option(names = "--priority", paramLabel = "WORD", description = "critical, high, normal or bulk.")
    private String priority;

    @Option(
            names = "--channel",
            paramLabel = "NAME",
            split = ",",
            description = "in_app, push, email, sms or webhook. Default: the channels of the type.")
    private List<String> channels;

    @Option(names = "--data", paramLabel = "JSON", description = "Custom data, as a JSON object.")
    private String data;

    @Option(names = "--deep-link", paramLabel = "URI", description = "The link that a tap opens.")
    private String deepLink;

    @Option(
            names = "--expires-at",
            paramLabel = "TIME",
            description = "The expiry time, in RFC 3339; it is not shown afterwards.")
    private String expiresAt;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** The fields of the request; the server validates them. */
    Map<String, Object> fields() {
        List<String> names = List.of(users.split(","));
        Map<String, Object> to = names.size() == 1 ? Map.of("user", names.get(0)) : Map.of("users", names);
        JsonNode fields = data == null ? null : parseData(data);
        return RequestFields.of(
                "type", type,
                "to", to,
                "title", title,
                "body", body,
                "channels", channels,
                "data", fields,
                "deepLink", deepLink,
                "priority", priority,
                "expiresAt", expiresAt);
    }

    private JsonNode parseData(String json) {
        try {
            JsonNode tree = RequestFields.JSON.readTree(json);
            if (tree.isObject()) {
                return tree;
            }
        } catch (JsonProcessingException e) {
            // Reported below.
        }
        throw new ParameterException(
                spec.commandLine(),
                "--data: got '" + json
                        + "', expected a JSON object with each name once, such as {\"order\": \"A-17\"}");
    }
}
