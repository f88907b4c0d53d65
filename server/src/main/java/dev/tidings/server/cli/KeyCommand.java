package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
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

/** The API keys of a tenant. */
@Command(
        name = "key",
        description = "Add, list, rotate and revoke API keys of a running Tidings.",
        subcommands = {KeyCommand.Add.class, KeyCommand.ListAll.class, KeyCommand.Rotate.class, KeyCommand.Revoke.class
        })
final class KeyCommand extends CommandGroup {

    /** What all of them need: a Tidings, a tenant, and where to print. */
    private abstract static class KeyCall implements Callable<Integer> {
        @Option(
                names = "--tenant",
                paramLabel = "TENANT",
                defaultValue = "default",
                description = "Whose key; 'default' if left out.")
        private String tenant;

        @Mixin
        private ApiOptions api;

        @Spec
        private CommandSpec spec;

        ApiClient client() {
            return api.client();
        }

        String keys() {
            return "/v1/tenants/" + ApiClient.escape(tenant) + "/keys";
        }

        void print(String line) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(line);
            out.flush();
        }
    }

    @Command(name = "add", description = "Add a key and print it. It is not shown again.")
    static final class Add extends KeyCall {
        @Option(
                names = "--scope",
                paramLabel = "SCOPE",
                split = ",",
                defaultValue = "send,read,manage",
                description = "What it may do: send, read, manage, admin. All but admin if left out.")
        private List<String> scopes;

        @Option(
                names = "--name",
                paramLabel = "TEXT",
                defaultValue = "from the command line",
                description = "What it is for.")
        private String name;

        @Override
        public Integer call() throws Exception {
            print(client().post(keys(), ApiClient.object("name", name, "scopes", scopes), Map.of())
                    .path("key")
                    .asText());
            return 0;
        }
    }

    @Command(name = "list", description = "List the keys, without their secrets.")
    static final class ListAll extends KeyCall {
        @Override
        public Integer call() throws Exception {
            client().forEach(keys(), key -> print(line(key)));
            return 0;
        }

        private static String line(JsonNode key) {
            String revoked = key.path("revokedAt").isTextual()
                    ? "\trevoked " + key.path("revokedAt").asText()
                    : "";
            return key.path("id").asText() + "\t" + key.path("scopes") + "\t"
                    + key.path("name").asText("") + revoked;
        }
    }

    @Command(name = "rotate", description = "Give a key a new secret and print it; the old one stays valid for a day.")
    static final class Rotate extends KeyCall {
        @Parameters(paramLabel = "ID", description = "The id of the key, the part in its middle.")
        private String id;

        @Override
        public Integer call() throws Exception {
            print(client().post(keys() + "/" + ApiClient.escape(id) + "/rotate", Map.of(), Map.of())
                    .path("key")
                    .asText());
            return 0;
        }
    }

    @Command(name = "revoke", description = "Make a key invalid, at once.")
    static final class Revoke extends KeyCall {
        @Parameters(paramLabel = "ID", description = "The id of the key, the part in its middle.")
        private String id;

        @Override
        public Integer call() throws Exception {
            client().delete(keys() + "/" + ApiClient.escape(id));
            return 0;
        }
    }
}
