package dev.tidings.torture.crash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Notification;
import dev.tidings.server.cli.Main;
import dev.tidings.server.storage.DataFolders;
import dev.tidings.testkit.Await;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the service right after it has acknowledged an erasure: the next start completes it. */
class ErasureKillTest {
    private static final String MARKER = "Qx7ZkW9";
    private static final String USER = "ann-" + MARKER;
    private static final int NOTIFICATIONS = 200;
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    @TempDir
    Path folder;

    @Test
    void killedService_completesTheErasure() throws Exception {
        String id;
        try (ServiceProcess service = start()) {
            TidingsClient client = ServiceClients.of(ServiceClients.http(), service);
            for (int i = 0; i < NOTIFICATIONS; i++) {
                client.notifications()
                        .send(Notification.to(USER).title("hello " + MARKER).build());
            }
            // Some are routed by now, others wait in the log.
            id = client.call("DELETE", "/v1/users/" + USER + "?erase=true", null, Map.of())
                    .path("id")
                    .asText();
            service.kill();
        }
        assertThat(id).isNotEmpty();
        try (ServiceProcess service = start()) {
            TidingsClient client = ServiceClients.of(ServiceClients.http(), service);
            Await.untilEqual(() -> erasure(client, id).path("state").asText(), "complete");
            assertThat(client.user(USER).inbox().stream()).isEmpty();
            assertThat(client.user(USER).unread()).isZero();
            Await.untilEqual(this::filesWithMarker, List.of());
        }
    }

    private static JsonNode erasure(TidingsClient client, String id) {
        return client.call("GET", "/v1/erasures/" + id, null, Map.of());
    }

    private List<String> filesWithMarker() {
        List<String> found = new ArrayList<>();
        try {
            for (Path file : DataFolders.files(folder.resolve("data"))) {
                if (text(folder.resolve("data").resolve(file)).contains(MARKER)) {
                    found.add(file.toString());
                }
            }
        } catch (IOException e) {
            found.add(e.toString());
        }
        return found;
    }

    private static String text(Path file) throws IOException {
        try {
            return new String(Files.readAllBytes(file), ISO_8859_1);
        } catch (NoSuchFileException deleted) {
            return "";
        }
    }

    private ServiceProcess start() throws IOException {
        Map<String, String> settings =
                Map.of("TIDINGS_BACKUP_FOLDER", folder.resolve("backups").toString());
        return ServiceProcess.start(folder.resolve("data"), JVM, settings, Main.class.getName(), "up");
    }
}
