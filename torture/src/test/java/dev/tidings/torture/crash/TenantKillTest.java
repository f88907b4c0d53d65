package dev.tidings.torture.crash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.Scope;
import dev.tidings.client.model.Tenant;
import dev.tidings.server.cli.Main;
import dev.tidings.server.storage.DataFolders;
import dev.tidings.testkit.Await;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills the service right after it has acknowledged the deletion of a tenant: the next start completes it. */
class TenantKillTest {
    private static final String MARKER = "Qx7ZkW9";
    private static final String USER = "ann-" + MARKER;
    private static final String TENANT = "shop";
    private static final int NOTIFICATIONS = 200;
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    @TempDir
    Path folder;

    @Test
    void killedService_completesTheDeletion() throws Exception {
        try (ServiceProcess service = start()) {
            TidingsClient operator = ServiceClients.of(ServiceClients.http(), service);
            TidingsClient shop = shop(service, operator);
            for (int i = 0; i < NOTIFICATIONS; i++) {
                shop.notifications()
                        .send(Notification.to(USER).title("hello " + MARKER).build());
            }
            // Some are routed by now, others wait in the log.
            assertThat(operator.tenants().delete(TENANT).isComplete()).isFalse();
            service.kill();
        }
        try (ServiceProcess service = start()) {
            TidingsClient operator = ServiceClients.of(ServiceClients.http(), service);
            Await.until(() -> operator.tenants().deletion(TENANT).isComplete());
            assertThat(operator.tenants().list()).extracting(Tenant::id).doesNotContain(TENANT);
            Await.untilEqual(this::filesWithMarker, List.of());
            assertThat(shop(service, operator).user(USER).inbox().stream()).isEmpty();
        }
    }

    /** Creates the tenant and returns a client with a key of it. */
    private static TidingsClient shop(ServiceProcess service, TidingsClient operator) {
        operator.tenants().add(TENANT, null);
        String key = operator.tenants()
                .addKey(TENANT, "test", Scope.SEND, Scope.READ)
                .key();
        return TidingsClient.builder(service.url()).apiKey(key).build();
    }

    private List<String> filesWithMarker() {
        List<String> found = new ArrayList<>();
        try {
            for (Path file : DataFolders.files(folder.resolve("data"))) {
                if (text(folder.resolve("data").resolve(file)).contains(MARKER)) {
                    found.add(file.toString());
                }
            }
        } catch (IOException | UncheckedIOException e) {
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
