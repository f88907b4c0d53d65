package dev.tidings.server.cli;

import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that add and list tenants. */
@Command(
        name = "tenant",
        description = "Add and list tenants.",
        subcommands = {TenantCommand.Add.class, TenantCommand.ListAll.class})
final class TenantCommand extends CommandGroup {

    @Command(name = "add", description = "Add a tenant.")
    static final class Add implements Callable<Integer> {
        @Parameters(paramLabel = "TENANT", description = "The id of the tenant.")
        private String tenant;

        @Option(names = "--name", paramLabel = "TEXT", description = "A display name.")
        private String name;

        @Mixin
        private ApiOptions api;

        @Override
        public Integer call() throws Exception {
            api.client().post("/v1/tenants", ApiClient.object("id", tenant, "name", name), Map.of());
            return 0;
        }
    }

    @Command(name = "list", description = "List the tenants.")
    static final class ListAll implements Callable<Integer> {
        @Mixin
        private ApiOptions api;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws Exception {
            PrintWriter out = spec.commandLine().getOut();
            api.client()
                    .forEach(
                            "/v1/tenants",
                            tenant -> out.println(tenant.path("id").asText() + "\t"
                                    + tenant.path("name").asText("")));
            out.flush();
            return 0;
        }
    }
}
