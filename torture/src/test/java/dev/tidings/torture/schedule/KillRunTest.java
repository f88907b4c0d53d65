package dev.tidings.torture.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.torture.RunFindings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small run in every build, and proof that it can fail. */
class KillRunTest {
    private static final KillRun.KillRunSize SMALL =
            new KillRun.KillRunSize(2_000, 50, 1, Duration.ofSeconds(5), Duration.ofSeconds(12));

    @TempDir
    Path folder;

    @Test
    void killedService_keepsItsSchedules() throws Exception {
        RunFindings findings = new KillRun(folder.resolve("data"), SMALL, false, new Random(7)).run();

        assertThat(findings.met()).as(findings.report(false, 7)).isTrue();
    }

    @Test
    void earlyAcks_areDetected() throws Exception {
        RunFindings findings = new KillRun(folder.resolve("data"), SMALL, true, new Random(7)).run();

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 7)).doesNotContain("\"lost\":0,");
    }
}
