package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Notification;
import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * The command that starts a server in a temporary folder, uses it briefly and stops it, so that the JVM can write the loaded classes to an
 * archive. Called by the start script of the distribution.
 */
@Command(
        name = "warm-up",
        hidden = true,
        description = "Start and use a temporary server, to make the class data archive of the distribution.")
final class WarmUpCommand implements Callable<Integer> {
    @Override
    public Integer call() throws IOException {
        Path folder = Files.createTempDirectory("tidings-warm-up");
        try {
            Map<String, String> environment =
                    Map.of("TIDINGS_DATA_FOLDER", folder.toString(), "TIDINGS_HTTP_PORT", "0");
            Config config = Config.load(Optional.empty(), environment).config();
            try (Tidings tidings = Tidings.start(config, InstantSource.system())) {
                use(tidings);
            }
        } finally {
            delete(folder);
        }
        return 0;
    }

    private static void use(Tidings tidings) throws IOException {
        TidingsClient client = TidingsClient.builder(URI.create(tidings.url()))
                .apiKey(Files.readString(tidings.developmentKey()).trim())
                .build();
        client.readiness();
        client.notifications().send(Notification.to("warm-up").title("Hello").build());
        client.user("warm-up").inbox().page(1, null);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
        }
    }
}
