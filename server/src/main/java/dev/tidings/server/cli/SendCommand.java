package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that sends or schedules a notification. */
@Command(
        name = "send",
        description = "Send or schedule a notification, and print its id; for a scheduled one also its send time.")
final class SendCommand implements Callable<Integer> {
    @Mixin
    private NotificationOptions notification;

    @Mixin
    private SendTimeOptions when;

    @Option(
            names = "--idempotency-key",
            paramLabel = "KEY",
            description = "Retries with the same key send one notification only.")
    private String idempotencyKey;

    @Mixin
    private ApiOptions api;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Map<String, Object> request = notification.fields();
        request.putAll(when.fields());
        Map<String, String> headers = idempotencyKey == null ? Map.of() : Map.of("Idempotency-Key", idempotencyKey);
        JsonNode answer = api.client().call("POST", "/v1/notifications", request, headers);
        String sendAt = answer.path("sendAt").asText("");
        spec.commandLine().getOut().println(answer.path("id").asText() + (sendAt.isEmpty() ? "" : "\t" + sendAt));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
