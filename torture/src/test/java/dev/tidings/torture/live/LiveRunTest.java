package dev.tidings.torture.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.torture.RunFindings;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few disconnects and kills in every build, and proof that the run can fail; {@code ./tidings torture live} runs many. */
class LiveRunTest {
    private static final LiveRun.LiveRunSize CUTS = new LiveRun.LiveRunSize(60, 3, 0, 5, 60);
    private static final LiveRun.LiveRunSize KILL = new LiveRun.LiveRunSize(60, 1, 1, 5, 60);

    @TempDir
    private Path folder;

    @Test
    void disconnectedClients_missNothingAndSeeNoDuplicates() throws Exception {
        RunFindings findings = run(CUTS, LiveRun.InjectedFaults.NOTHING);

        assertThat(findings.met()).as(findings.report(false, 7)).isTrue();
    }

    @Test
    void killedService_resumesEveryClient() throws Exception {
        RunFindings findings = run(KILL, LiveRun.InjectedFaults.NOTHING);

        assertThat(findings.met()).as(findings.report(false, 7)).isTrue();
    }

    @Test
    void forgottenCursors_areDetected() throws Exception {
        RunFindings findings = run(CUTS, new LiveRun.InjectedFaults(2, false));

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 7)).doesNotContain("\"gaps\":0,");
    }

    @Test
    void feedAckedBeforeItIsDurable_isDetected() throws Exception {
        RunFindings findings = run(KILL, new LiveRun.InjectedFaults(0, true));

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 7)).doesNotContain("\"gaps\":0,");
    }

    private RunFindings run(LiveRun.LiveRunSize size, LiveRun.InjectedFaults broken) throws Exception {
        return new LiveRun("test", folder.resolve("data"), size, broken, new Random(7)).run();
    }
}
