package dev.tidings.server.client;

import dev.tidings.client.TidingsClient;
import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** A complete server in a folder, with its development key. */
final class RunningServer implements AutoCloseable {
    private final Path folder;
    private final Tidings tidings;

    RunningServer(Path folder) {
        this.folder = folder;
        Map<String, String> environment = Map.of(
                "TIDINGS_DATA_FOLDER",
                folder.toString(),
                "TIDINGS_BACKUP_FOLDER",
                folder.resolveSibling("backups").toString(),
                "TIDINGS_HTTP_PORT",
                "0",
                "TIDINGS_STORAGE_BLOCK_CACHE",
                "8MiB");
        tidings = Tidings.start(Config.load(Optional.empty(), environment).config(), InstantSource.system());
    }

    URI url() {
        return URI.create(tidings.url());
    }

    String key() throws IOException {
        return Files.readString(folder.resolve("development-key")).trim();
    }

    TidingsClient client() throws IOException {
        return TidingsClient.builder(url()).apiKey(key()).build();
    }

    @Override
    public void close() {
        tidings.close();
    }
}
