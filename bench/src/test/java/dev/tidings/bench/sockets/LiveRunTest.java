package dev.tidings.bench.sockets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.bench.Findings;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few disconnects and kills in every build, and proof that the run can fail; {@code ./tidings torture live} runs many. */
class LiveRunTest {
    private static final LiveRun.Size CUTS = new LiveRun.Size(60, 3, 0, 5, 60);
    private static final LiveRun.Size KILL = new LiveRun.Size(60, 1, 1, 5, 60);

    @TempDir
    private Path folder;

    @Test
    void disconnectedClients_missNothingAndSeeNoDuplicates() throws Exception {
        Findings findings = run(CUTS, LiveRun.Broken.NOTHING);

        assertThat(findings.met()).as(findings.report(false, 7)).isTrue();
    }

    @Test
    void killedService_resumesEveryClient() throws Exception {
        Findings findings = run(KILL, LiveRun.Broken.NOTHING);

        assertThat(findings.met()).as(findings.report(false, 7)).isTrue();
    }

    @Test
    void forgottenCursors_areDetected() throws Exception {
        Findings findings = run(CUTS, new LiveRun.Broken(2, false));

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 7)).doesNotContain("\"gaps\":0,");
    }

    @Test
    void feedAckedBeforeItIsDurable_isDetected() throws Exception {
        Findings findings = run(KILL, new LiveRun.Broken(0, true));

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 7)).doesNotContain("\"gaps\":0,");
    }

    private Findings run(LiveRun.Size size, LiveRun.Broken broken) throws Exception {
        return new LiveRun("test", folder.resolve("data"), size, broken, new Random(7)).run();
    }
}
