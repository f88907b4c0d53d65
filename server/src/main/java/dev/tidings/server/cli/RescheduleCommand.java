package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.TidingsClient;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that changes the send time of a scheduled notification. */
@Command(name = "reschedule", description = "Change the send time of a scheduled notification, and print the new time.")
final class RescheduleCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ID", description = "The id of the notification, as 'send' printed it.")
    private String id;

    @Mixin
    private SendTimeOptions when;

    @Mixin
    private ApiOptions api;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Map<String, Object> request = when.required();
        String path = "/v1/notifications/" + TidingsClient.escape(id) + "/reschedule";
        JsonNode answer = api.client().call("POST", path, request, Map.of());
        spec.commandLine().getOut().println(answer.path("sendAt").asText());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
