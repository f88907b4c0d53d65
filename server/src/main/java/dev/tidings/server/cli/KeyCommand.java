package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.ApiKey;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The commands that manage the API keys of a tenant. */
@Command(
        name = "key",
        description = "Add, list, rotate and revoke API keys.",
        subcommands = {KeyCommand.Add.class, KeyCommand.ListAll.class, KeyCommand.Rotate.class, KeyCommand.Revoke.class
        })
final class KeyCommand extends CommandGroup {

    /** The options and the output that all key commands share. */
    private abstract static class AbstractKeyCommand implements Callable<Integer> {
        @Option(
                names = "--tenant",
                paramLabel = "TENANT",
                defaultValue = "default",
                description = "The tenant of the key. Default: default.")
        private String tenant;

        @Mixin
        private ApiOptions api;

        @Spec
        private CommandSpec spec;

        TidingsClient client() {
            return api.client();
        }

        String tenant() {
            return tenant;
        }

        void print(String line) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(line);
            out.flush();
        }
    }

    @Command(name = "add", description = "Add a key and print it. It is not shown again.")
    static final class Add extends AbstractKeyCommand {
        @Option(
                names = "--scope",
                paramLabel = "SCOPE",
                split = ",",
                defaultValue = "send,read,manage",
                description = "Its scopes: send, read, manage, admin. Default: all but admin.")
        private List<String> scopes;

        @Option(
                names = "--name",
                paramLabel = "TEXT",
                defaultValue = "from the command line",
                description = "Its purpose, shown in lists.")
        private String name;

        @Override
        public Integer call() throws Exception {
            String path = "/v1/tenants/" + TidingsClient.escape(tenant()) + "/keys";
            Map<String, Object> fields = RequestFields.of("name", name, "scopes", scopes);
            print(client().call("POST", path, fields, Map.of()).path("key").asText());
            return 0;
        }
    }

    @Command(name = "list", description = "List the keys, without their secrets.")
    static final class ListAll extends ListCommand<ApiKey> {
        @Option(
                names = "--tenant",
                paramLabel = "TENANT",
                defaultValue = "default",
                description = "The tenant of the keys. Default: default.")
        private String tenant;

        @Override
        Iterable<ApiKey> items(TidingsClient client) {
            return client.tenants().keys(tenant);
        }

        @Override
        Table<ApiKey> table() {
            return new Table<ApiKey>()
                    .column("ID", ApiKey::id)
                    .column("SCOPES", ApiKey::scopes)
                    .column("NAME", ApiKey::name)
                    .column("REVOKED", ApiKey::revokedAt);
        }
    }

    @Command(
            name = "rotate",
            description = "Give a key a new secret and print it; the previous secret stays valid for a day.")
    static final class Rotate extends AbstractKeyCommand {
        @Parameters(paramLabel = "ID", description = "The id of the key, the part in its middle.")
        private String id;

        @Override
        public Integer call() throws Exception {
            print(client().tenants().rotateKey(tenant(), id).key());
            return 0;
        }
    }

    @Command(name = "revoke", description = "Revoke a key, effective immediately.")
    static final class Revoke extends AbstractKeyCommand {
        @Parameters(paramLabel = "ID", description = "The id of the key, the part in its middle.")
        private String id;

        @Override
        public Integer call() throws Exception {
            client().tenants().revokeKey(tenant(), id);
            return 0;
        }
    }
}
