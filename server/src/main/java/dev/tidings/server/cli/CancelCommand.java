package dev.tidings.server.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that cancels a scheduled notification. */
@Command(name = "cancel", description = "Cancel a scheduled notification.")
final class CancelCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ID", description = "The id of the notification, as 'send' printed it.")
    private String id;

    @Mixin
    private ApiOptions api;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        api.client().notifications().cancel(id);
        spec.commandLine().getOut().println("cancelled");
        spec.commandLine().getOut().flush();
        return 0;
    }
}
