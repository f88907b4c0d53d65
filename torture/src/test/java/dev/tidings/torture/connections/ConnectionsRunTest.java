package dev.tidings.torture.connections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.torture.RunFindings;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few hundred connections in every build, and proof that the run can fail; {@code ./tidings torture connections} opens thousands. */
class ConnectionsRunTest {
    private static final ConnectionsRun.ConnectionsRunSize SMALL = new ConnectionsRun.ConnectionsRunSize(
            400,
            150,
            20,
            Map.of(
                    "TIDINGS_HTTP_MAX_CONNECTIONS", "300",
                    "TIDINGS_HTTP_MAX_CONNECTIONS_PER_ADDRESS", "100",
                    "TIDINGS_HTTP_FIRST_REQUEST_TIMEOUT", "2s"));

    @TempDir
    private Path folder;

    @Test
    void anonymousConnections_affectNobodyElse() throws Exception {
        RunFindings findings = new ConnectionsRun(folder.resolve("data"), SMALL, false).run();

        assertThat(findings.met()).as(findings.report(false, 0)).isTrue();
    }

    @Test
    void serviceWithoutLimits_isDetected() throws Exception {
        RunFindings findings = new ConnectionsRun(folder.resolve("data"), SMALL, true).run();

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 0)).doesNotContain("\"unanswered\":0,", "\"notClosed\":0,");
    }
}
