package dev.tidings.torture.optout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few trials in every build; {@code ./tidings torture optout} runs ten thousand. */
class OutboundOptOutRunTest {
    @TempDir
    private Path folder;

    @Test
    void optOut_preventsLaterProviderCalls() throws Exception {
        try (OutboundOptOutRun run = new OutboundOptOutRun(folder.resolve("data"), new Random(7), false)) {
            run.run(600);
            assertThat(run.violations()).isZero();
            assertThat(run.calledBefore()).isPositive();
            assertThat(run.neverCalled()).isPositive();
        }
    }

    /** Proves that the run can fail: measured by the time of the request, many calls are too late. */
    @Test
    void wrongMoment_isDetected() throws Exception {
        try (OutboundOptOutRun run = new OutboundOptOutRun(folder.resolve("data"), new Random(7), true)) {
            // As many as it takes for one to fall into the gap.
            for (int trials = 200; trials <= 10_000 && run.violations() == 0; trials += 200) {
                run.run(trials);
            }
            assertThat(run.violations()).isPositive();
        }
    }
}
