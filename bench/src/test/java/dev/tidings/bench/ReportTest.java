package dev.tidings.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests of {@link Report}: exit codes with and without {@code --enforce}. */
class ReportTest {
    private static final ComparisonResult.BenchCase CASE =
            new ComparisonResult.BenchCase("kit", "some.case", "rows/s", "bare", 0.85);

    @Test
    void notMeasured_isNotMet() {
        assertThat(exitCode(new NotMeasured(CASE, "no \"JDK\"\nat all"), "--enforce"))
                .isEqualTo(1);
        assertThat(exitCode(new NotMeasured(CASE, "no JDK"))).isZero();
    }

    @Test
    void notMeasured_reasonStaysOnOneLineOfJson() {
        assertThat(new NotMeasured(CASE, "no \"JDK\"\nat all").json())
                .endsWith("\"met\":false,\"notMeasured\":\"no \\\"JDK\\\" at all\"}");
    }

    @Test
    void missedTarget_failsOnlyWithEnforce() {
        ComparisonResult missed = new ComparisonResult(CASE, 80, 100, 0.80, 0.7, 0.9, 1, 1);
        assertThat(exitCode(missed)).isZero();
        assertThat(exitCode(missed, "--enforce")).isEqualTo(1);
        assertThat(exitCode(new ComparisonResult(CASE, 90, 100, 0.90, 0.8, 1, 1, 1), "--enforce"))
                .isZero();
    }

    private static int exitCode(BenchOutcome outcome, String... options) {
        BenchCommand how = new BenchCommand();
        new CommandLine(how).parseArgs(options);
        Report report = new Report(how);
        report.add(outcome);
        return report.exitCode();
    }
}
