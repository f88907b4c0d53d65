package dev.tidings.torture.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One kill with a faulty provider in every build; {@code ./tidings torture providers} runs ten. */
class ProvidersRunTest {
    @TempDir
    private Path folder;

    @Test
    void deliveries_finishWithoutLossOrNeedlessDuplicates() throws Exception {
        try (ProvidersRun run = new ProvidersRun(folder.resolve("data"), new Random(11), false)) {
            run.kill(Duration.ofSeconds(3));
            run.judge(Duration.ofMinutes(3));
            assertThat(run.findings.acked).isPositive();
            assertThat(run.findings.unfinished).as("without a final state").isZero();
            assertThat(run.findings.lost).as("lost").isZero();
            assertThat(run.findings.needless).as("duplicated needlessly").isZero();
            assertThat(run.findings.met()).isTrue();
        }
    }

    @Test
    void needlessDuplicates_areDetected() throws Exception {
        try (ProvidersRun run = new ProvidersRun(folder.resolve("data"), new Random(11), true)) {
            run.kill(Duration.ofSeconds(3));
            run.judge(Duration.ofMinutes(3));
            assertThat(run.findings.needless).isPositive();
            assertThat(run.findings.met()).isFalse();
        }
    }
}
