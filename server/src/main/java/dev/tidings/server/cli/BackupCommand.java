package dev.tidings.server.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.ConnectionException;
import dev.tidings.client.TidingsClient;
import dev.tidings.server.backup.Backups;
import dev.tidings.server.config.Config;
import dev.tidings.server.storage.Storage;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command that takes a backup: of a running server through its API, of a stopped one from its data folder. */
@Command(
        name = "backup",
        description = "Take a backup into the folder of the option backup.folder, and print where it is. The server"
                + " may be running or stopped.")
final class BackupCommand implements Callable<Integer> {
    private static final long POLL_MILLIS = 200;

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            description = "The name of the backup, a folder in backup.folder. Default: the time.")
    private String name;

    @Mixin
    private ApiOptions api;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Optional<Config> local = api.local();
        // Without a key there is no way to ask; the lock of the folder tells whether a server runs.
        boolean asks = local.isEmpty() || api.hasKey();
        Optional<String> taken = asks ? ofRunningServer(api.client(), local.isPresent()) : Optional.empty();
        String folder = taken.orElseGet(() -> ofDataFolder(local.orElseThrow()));
        spec.commandLine().getOut().println(folder);
        spec.commandLine().getOut().flush();
        return 0;
    }

    /** Empty if no server accepts connections, and it is one of this machine. */
    private Optional<String> ofRunningServer(TidingsClient client, boolean local) throws InterruptedException {
        JsonNode started;
        try {
            started = client.call("POST", "/v1/backups", RequestFields.of("name", name), Map.of());
        } catch (ConnectionException failure) {
            // A server that runs and can't answer is no stopped server.
            if (local && !failure.outcomeUnknown()) {
                return Optional.empty();
            }
            throw failure;
        }
        return Optional.of(completed(client, started));
    }

    /** Waits until a backup is complete, and returns its folder. */
    private static String completed(TidingsClient client, JsonNode started) throws InterruptedException {
        JsonNode status = started;
        String path = "/v1/backups/" + TidingsClient.escape(status.path("name").asText());
        while (status.path("state").asText().equals("running")) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            status = client.call("GET", path, null, Map.of());
        }
        if (!status.path("state").asText().equals("complete")) {
            throw new IllegalStateException(
                    "the backup failed: " + status.path("problem").asText());
        }
        return status.path("folder").asText();
    }

    private String ofDataFolder(Config config) {
        try (Storage storage = Storage.open(config, InstantSource.system());
                Backups backups = new Backups(config, storage)) {
            return backups.take(name == null ? backups.newName() : name)
                    .folder()
                    .toString();
        }
    }
}
