package dev.tidings.bench.providers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One kill on a bad day with every build; {@code ./tidings torture providers} makes ten. */
class ProvidersRunTest {
    @TempDir
    private Path folder;

    @Test
    void everythingComesToAnEndAndNothingIsLostOrRepeatedForNothing() throws Exception {
        try (ProvidersRun run = new ProvidersRun(folder.resolve("data"), new Random(11), false)) {
            run.kill(Duration.ofSeconds(3));
            run.judge(Duration.ofMinutes(3));
            assertThat(run.findings.acked).isPositive();
            assertThat(run.findings.unfinished).as("without an end").isZero();
            assertThat(run.findings.lost).as("lost").isZero();
            assertThat(run.findings.needless).as("repeated for nothing").isZero();
            assertThat(run.findings.met()).isTrue();
        }
    }

    @Test
    void whatIsRepeatedForNothingIsFound() throws Exception {
        try (ProvidersRun run = new ProvidersRun(folder.resolve("data"), new Random(11), true)) {
            run.kill(Duration.ofSeconds(3));
            run.judge(Duration.ofMinutes(3));
            assertThat(run.findings.needless).isPositive();
            assertThat(run.findings.met()).isFalse();
        }
    }
}
