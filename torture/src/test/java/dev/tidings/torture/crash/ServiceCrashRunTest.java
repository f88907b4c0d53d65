package dev.tidings.torture.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few kills of the whole service in every build; {@code ./tidings torture crash} runs many. */
class ServiceCrashRunTest {
    private static final int MAX_CYCLES = 10;

    @TempDir
    Path folder;

    @Test
    void killedService_keepsItsGuarantees() throws Exception {
        try (ServiceCrashRun run = run(2)) {
            assertThat(run.acked()).isPositive();
            assertThat(run.lost()).as("lost").isZero();
            assertThat(run.duplicated()).as("duplicated").isZero();
            assertThat(run.regressed()).as("regressed").isZero();
            assertThat(run.miscounted()).as("miscounted").isZero();
        }
    }

    @Test
    void earlyAcks_areDetected() throws Exception {
        try (ServiceCrashRun run = new ServiceCrashRun(folder, true, new Random())) {
            // A kill may hit a moment at which everything was durable.
            for (int cycle = 1; cycle <= MAX_CYCLES && run.lost() == 0; cycle++) {
                run.cycle(cycle);
            }
            assertThat(run.lost()).isPositive();
        }
    }

    private ServiceCrashRun run(int cycles) throws Exception {
        ServiceCrashRun run = new ServiceCrashRun(folder, false, new Random());
        for (int cycle = 1; cycle <= cycles; cycle++) {
            run.cycle(cycle);
        }
        return run;
    }
}
