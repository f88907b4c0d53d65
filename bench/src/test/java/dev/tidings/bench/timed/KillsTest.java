package dev.tidings.bench.timed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.bench.Findings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A small run in every build, and proof that it can fail. */
class KillsTest {
    private static final Kills.Size SMALL = new Kills.Size(2_000, 50, 1, Duration.ofSeconds(5), Duration.ofSeconds(12));

    @TempDir
    Path folder;

    @Test
    void killedService_keepsItsSchedules() throws Exception {
        Findings findings = new Kills(folder.resolve("data"), SMALL, false, new Random(7)).run();

        assertThat(findings.met()).as(findings.report(false, 7)).isTrue();
    }

    @Test
    void earlyAcks_areDetected() throws Exception {
        Findings findings = new Kills(folder.resolve("data"), SMALL, true, new Random(7)).run();

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 7)).doesNotContain("\"lost\":0,");
    }
}
