package dev.tidings.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of {@link RunFindings}: a single violation, or a case without attempts, fails the run. */
class RunFindingsTest {
    private static final RunFindings.Violation LOST = new RunFindings.Violation("lost", "lost");
    private static final RunFindings.Violation EARLY = new RunFindings.Violation("early", "sent early");
    private static final RunFindings.Violation TWICE = new RunFindings.Violation("duplicated", "there twice");

    private final RunFindings findings = new RunFindings("schedule", "kills", LOST, EARLY);

    @Test
    void report_containsLatenessAndZeroViolations() {
        findings.attempted("scheduled", 100);
        for (int i = 1; i <= 100; i++) {
            findings.recordLateness(Duration.ofMillis(i));
        }

        assertThat(findings.met()).isTrue();
        assertThat(findings.report(true, 7))
                .isEqualTo("{\"torture\":\"schedule\",\"case\":\"kills\",\"scheduled\":100,\"p50LateMillis\":50,"
                        + "\"p99LateMillis\":99,\"maxLateMillis\":100,\"lost\":0,\"early\":0,\"met\":true,\"seed\":7}");
        assertThat(findings.report(false, 7)).startsWith("schedule kills: 100 scheduled, 50 ms late at the median,");
    }

    @Test
    void met_isFalseAfterOneViolation() {
        findings.attempted("scheduled", 100);
        findings.violated(TWICE, "a duplicate");

        assertThat(findings.met()).isFalse();
        assertThat(findings.report(true, 7)).contains("\"duplicated\":1", "\"met\":false");
    }

    @Test
    void met_isFalseWithoutAttempts() {
        findings.attempted("kills", 0);

        assertThat(findings.met()).isFalse();
    }
}
