package dev.tidings.server.cli;

import dev.tidings.client.model.Tenant;
import java.io.PrintWriter;
import java.util.Objects;
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
            api.client().tenants().add(tenant, name);
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
            for (Tenant tenant : api.client().tenants().list()) {
                out.println(tenant.id() + "\t" + Objects.toString(tenant.name(), ""));
            }
            out.flush();
            return 0;
        }
    }
}
