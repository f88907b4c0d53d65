package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Tenant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
    static final class ListAll extends ListCommand<Tenant> {
        @Override
        Iterable<Tenant> items(TidingsClient client) {
            return client.tenants().list();
        }

        @Override
        Table<Tenant> table() {
            return new Table<Tenant>().column("ID", Tenant::id).column("NAME", Tenant::name);
        }
    }
}
