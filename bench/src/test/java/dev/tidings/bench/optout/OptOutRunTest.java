package dev.tidings.bench.optout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some trials with every build; {@code ./tidings torture optout} makes ten thousand. */
class OptOutRunTest {
    @TempDir
    Path folder;

    @Test
    void nothingIsShownThatWasDecidedAfterTheOptOut() {
        try (OptOutRun run = new OptOutRun(folder, new Random(), false)) {
            run.run(500);
            assertThat(run.broken()).isZero();
            assertThat(run.suppressed()).isPositive();
        }
    }

    @Test
    void aRunThatMistakesTheMomentOfTheAnswerIsCaught() {
        try (OptOutRun run = new OptOutRun(folder, new Random(), true)) {
            run.run(1_000);
            assertThat(run.broken()).isPositive();
        }
    }
}
