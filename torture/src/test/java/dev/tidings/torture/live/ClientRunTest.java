package dev.tidings.torture.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.torture.RunFindings;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two kills in every build, and proof that the run can fail; {@code ./tidings torture live} runs many. */
class ClientRunTest {
    @TempDir
    private Path folder;

    @Test
    void javaClient_missesNothingAcrossKills() throws Exception {
        RunFindings findings = run(false);

        assertThat(findings.met()).as(findings.report(false, 7)).isTrue();
    }

    @Test
    void streamThatDoesNotResume_isDetected() throws Exception {
        RunFindings findings = run(true);

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 7)).doesNotContain("\"gaps\":0,");
    }

    private RunFindings run(boolean forgetful) throws Exception {
        ClientRun.ClientRunSize size = new ClientRun.ClientRunSize(3, 2);
        return new ClientRun(folder.resolve("data"), size, forgetful, new Random(7)).run();
    }
}
