package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Readiness;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that checks whether a server should get traffic. */
@Command(
        name = "health",
        description = "Check whether the server is ready, store by store. Needs no key; exits with 1 if it is not.")
final class HealthCommand extends ApiCommand {
    @Option(
            names = "--live",
            description = "Only check whether the process answers, as a supervisor does that restarts it.")
    private boolean live;

    @Override
    int run(Output out) {
        if (live) {
            TidingsClient anonymous = api().clientWithoutKey().withToken(() -> null);
            out.item(anonymous.call("GET", "/health", null, Map.of()));
            return 0;
        }
        Readiness readiness = api().clientWithoutKey().readiness();
        out.item(readiness);
        return readiness.isReady() ? 0 : 1;
    }
}
