package dev.tidings.server.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that sends or schedules a notification. */
@Command(
        name = "send",
        description = "Send or schedule a notification, and print its id; for a scheduled one also its send time.")
final class SendCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "USER", description = "The recipient, or several separated by commas.")
    private String users;

    @Parameters(index = "1", paramLabel = "TITLE", description = "The title.")
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

    @Mixin
    private SendTimeOptions when;

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "Retries with the same key send one notification only.")
    private String idempotencyKey;

    private static final ObjectMapper DATA = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    @Mixin
    private ApiOptions api;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        List<String> names = List.of(users.split(","));
        Map<String, Object> to = names.size() == 1 ? Map.of("user", names.get(0)) : Map.of("users", names);
        JsonNode fields = data == null ? null : parseData(data);
        Map<String, Object> request = RequestFields.of(
                "type", type,
                "to", to,
                "title", title,
                "body", body,
                "channels", channels,
                "data", fields,
                "deepLink", deepLink,
                "priority", priority,
                "expiresAt", expiresAt);
        request.putAll(when.fields());
        Map<String, String> headers = idempotencyKey == null ? Map.of() : Map.of("Idempotency-Key", idempotencyKey);
        JsonNode answer = api.client().call("POST", "/v1/notifications", request, headers);
        String sendAt = answer.path("sendAt").asText("");
        spec.commandLine().getOut().println(answer.path("id").asText() + (sendAt.isEmpty() ? "" : "\t" + sendAt));
        spec.commandLine().getOut().flush();
        return 0;
    }

    /** Keeps numbers exactly as written (1.10 stays 1.10), and rejects the same JSON as the server. */
    private JsonNode parseData(String json) {
        try {
            return DATA.readTree(json);
        } catch (JsonProcessingException e) {
            throw new ParameterException(
                    spec.commandLine(), "--data: got '" + json + "', expected JSON: " + e.getOriginalMessage(), e);
        }
    }
}
