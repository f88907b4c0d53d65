package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Tenant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The commands that add, list and delete tenants. */
@Command(
        name = "tenant",
        description = "Add, list and delete tenants.",
        subcommands = {
            TenantCommand.Add.class,
            TenantCommand.ListAll.class,
            TenantCommand.Delete.class,
            TenantCommand.Deletion.class
        })
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

    @Command(
            name = "delete",
            description = {
                "Delete a tenant with everything it has.",
                "Asks for the id again on a terminal; elsewhere, --yes is required."
            })
    static final class Delete extends ApiCommand {
        @Parameters(paramLabel = "TENANT", description = "The id of the tenant.")
        private String tenant;

        @Option(names = "--yes", description = "Don't ask.")
        private boolean yes;

        @Override
        int run(Output out) {
            if (!yes && !isConfirmed()) {
                throw new ParameterException(
                        spec().commandLine(),
                        "nothing was deleted: expected the id of the tenant as confirmation, or --yes");
            }
            out.item(client().tenants().delete(tenant));
            return 0;
        }

        private boolean isConfirmed() {
            return Terminal.isInteractive()
                    && tenant.equals(System.console()
                            .readLine("Everything of tenant %s will be removed. Enter its id to delete it: ", tenant));
        }
    }

    @Command(name = "deletion", description = "Print how far the deletion of a tenant is.")
    static final class Deletion extends ApiCommand {
        @Parameters(paramLabel = "TENANT", description = "The id of the tenant.")
        private String tenant;

        @Override
        int run(Output out) {
            out.item(client().tenants().deletion(tenant));
            return 0;
        }
    }
}
