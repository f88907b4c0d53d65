package dev.tidings.torture.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.rocksdb.Durability;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A few kills in every build; {@code ./tidings torture store} runs many. */
class StoreCrashRunTest {
    private static final int MAX_CYCLES = 20;

    @TempDir
    Path folder;

    @Test
    void killedWriter_losesNothingAcked() throws Exception {
        StoreCrashRun run = run(4);
        assertThat(run.acked()).isPositive();
        assertThat(run.lost()).isZero();
        assertThat(run.torn()).isZero();
    }

    @Test
    void acksBeforeTheCommit_areDetected() throws Exception {
        StoreCrashRun run = new StoreCrashRun(folder.resolve("store"), Durability.FSYNC, true, new Random());
        // A kill may hit a moment at which everything was durable.
        for (int cycle = 1; cycle <= MAX_CYCLES && run.lost() == 0; cycle++) {
            run.cycle(cycle);
        }
        assertThat(run.lost()).isPositive();
    }

    private StoreCrashRun run(int cycles) throws Exception {
        StoreCrashRun run = new StoreCrashRun(folder.resolve("store"), Durability.FSYNC, false, new Random());
        for (int cycle = 1; cycle <= cycles; cycle++) {
            run.cycle(cycle);
        }
        run.verifyAll();
        return run;
    }
}
