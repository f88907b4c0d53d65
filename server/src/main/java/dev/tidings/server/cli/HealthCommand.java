package dev.tidings.server.cli;

import dev.tidings.client.model.Readiness;
import picocli.CommandLine.Command;

/** The command that checks whether a server should get traffic. */
@Command(
        name = "health",
        description = "Check whether the server is ready, store by store. Needs no key; exits with 1 if it is not.")
final class HealthCommand extends ApiCommand {
    @Override
    int run(Output out) {
        Readiness readiness = api().clientWithoutKey().readiness();
        out.item(readiness);
        return readiness.isReady() ? 0 : 1;
    }
}
