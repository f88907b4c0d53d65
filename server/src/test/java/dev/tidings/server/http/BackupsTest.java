package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.testkit.Await;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code /v1/backups}. */
class BackupsTest {
    @TempDir
    private Path folder;

    @Test
    void backup_runsAndIsReported() {
        try (TestHttpServer server = new TestHttpServer(Map.of("TIDINGS_BACKUP_FOLDER", folder.toString()))) {
            Reply started = server.call("POST", "/v1/backups", server.key, "{\"name\":\"one\"}");
            assertThat(started.status()).isEqualTo(202);
            Await.untilEqual(
                    () -> server.call("GET", "/v1/backups/one", server.key, null)
                            .text("state"),
                    "complete");
            assertThat(folder.resolve("one/MANIFEST")).exists();
            Reply again = server.call("POST", "/v1/backups", server.key, "{\"name\":\"one\"}");
            assertThat(again.status()).isEqualTo(409);
            assertThat(again.text("code")).isEqualTo("already_exists");
            assertThat(server.call("POST", "/v1/backups", server.key, null).status())
                    .isEqualTo(202);
        }
    }

    @Test
    void backup_needsTheScopeAdmin() {
        try (TestHttpServer server = new TestHttpServer(Map.of("TIDINGS_BACKUP_FOLDER", folder.toString()))) {
            String manage = server.mint(TestHttpServer.TENANT, ApiKeyScope.MANAGE);
            assertThat(server.call("POST", "/v1/backups", manage, null).status())
                    .isEqualTo(403);
            assertThat(folder).isEmptyDirectory();
        }
    }
}
