package dev.tidings.torture.optout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few trials in every build; {@code ./tidings torture optout} runs ten thousand. */
class OptOutRunTest {
    @TempDir
    Path folder;

    @Test
    void optOut_suppressesLaterDecisions() {
        try (OptOutRun run = new OptOutRun(folder, new Random(), false)) {
            run.run(500);
            assertThat(run.violations()).isZero();
            assertThat(run.suppressed()).isPositive();
        }
    }

    @Test
    void wrongMoment_isDetected() {
        try (OptOutRun run = new OptOutRun(folder, new Random(), true)) {
            // As many as it takes for one to fall into the gap.
            for (int trials = 200; trials <= 10_000 && run.violations() == 0; trials += 200) {
                run.run(trials);
            }
            assertThat(run.violations()).isPositive();
        }
    }
}
