package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Provider;
import dev.tidings.client.model.ProviderKind;
import java.io.IOException;
import java.util.Comparator;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands for provider accounts. */
@Command(
        name = "providers",
        description = "List and manage provider accounts.",
        subcommands = {
            ProvidersCommand.ListAll.class,
            ProvidersCommand.Kinds.class,
            ProvidersCommand.Get.class,
            ProvidersCommand.Put.class,
            ProvidersCommand.Test.class,
            ProvidersCommand.Delete.class
        })
final class ProvidersCommand extends CommandGroup {

    @Command(name = "list", description = "List the accounts, in failover order.")
    static final class ListAll extends ListCommand<Provider> {
        @Override
        Iterable<Provider> items(TidingsClient client) {
            return client.providers().list();
        }

        @Override
        Table<Provider> table() {
            return new Table<Provider>()
                    .column("NAME", Provider::name)
                    .column("KIND", Provider::kind)
                    .column("RANK", Provider::rank)
                    .column("ENABLED", Provider::enabled)
                    .column("PROBLEM", Provider::problem);
        }
    }

    @Command(name = "kinds", description = "List the kinds of providers and their settings.")
    static final class Kinds extends ListCommand<ProviderKind> {
        @Override
        Iterable<ProviderKind> items(TidingsClient client) {
            return client.providers().kinds();
        }

        @Override
        Table<ProviderKind> table() {
            return new Table<ProviderKind>()
                    .column("NAME", ProviderKind::name)
                    .column("ADDRESSES", ProviderKind::carries)
                    .column("SETTINGS", Kinds::settings);
        }

        /** Required ones first. */
        private static Object settings(ProviderKind kind) {
            return kind.settings().stream()
                    .sorted(Comparator.comparing(ProviderKind.Setting::required).reversed())
                    .map(setting -> setting.required() ? setting.name() : "[" + setting.name() + "]")
                    .toList();
        }
    }

    @Command(name = "get", description = "Print an account, without its secrets.")
    static final class Get extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the account.")
        private String name;

        @Override
        int run(Output out) {
            out.item(client().providers().get(name));
            return 0;
        }
    }

    @Command(name = "put", description = "Create or replace an account. Secrets that are left out keep their value.")
    static final class Put extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the account.")
        private String name;

        @Mixin
        private JsonFile file;

        @Override
        int run(Output out) throws IOException {
            out.item(client().call("PUT", "/v1/providers/" + TidingsClient.escape(name), file.read(), Map.of()));
            return 0;
        }
    }

    @Command(
            name = "test",
            description = "Send a test message through an account, also through a disabled one, and print the outcome."
                    + " Exits with 1 if it was not accepted.")
    static final class Test extends ApiCommand {
        @Parameters(index = "0", paramLabel = "NAME", description = "The name of the account.")
        private String name;

        @Parameters(
                index = "1",
                paramLabel = "ADDRESS",
                description = "An email address, phone number, URL or device token.")
        private String to;

        @Option(
                names = "--kind",
                paramLabel = "KIND",
                description = "The kind of the address, for accounts of several; see providers kinds.")
        private String kind;

        @Override
        int run(Output out) {
            JsonNode result = client().call(
                            "POST",
                            "/v1/providers/" + TidingsClient.escape(name) + "/test",
                            RequestFields.of("to", to, "kind", kind),
                            Map.of());
            out.item(result);
            return result.path("outcome").asText().equals("accepted") ? 0 : 1;
        }
    }

    @Command(name = "delete", description = "Delete an account and its secrets.")
    static final class Delete extends ApiCommand {
        @Parameters(paramLabel = "NAME", description = "The name of the account.")
        private String name;

        @Override
        int run(Output out) {
            client().providers().delete(name);
            return 0;
        }
    }
}
