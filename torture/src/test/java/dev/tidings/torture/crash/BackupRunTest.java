package dev.tidings.torture.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup under load and its restore in every build; {@code ./tidings torture backup} runs many. */
class BackupRunTest {
    @TempDir
    Path folder;

    @Test
    void restoredService_hasWhatWasAcknowledged() throws Exception {
        try (BackupRun run = new BackupRun(folder, false, new Random())) {
            run.cycle(1);
            assertThat(run.acked()).isPositive();
            assertThat(run.check().lost()).as("lost").isZero();
            assertThat(run.check().duplicated()).as("duplicated").isZero();
            assertThat(run.check().regressed()).as("regressed").isZero();
            assertThat(run.check().miscounted()).as("miscounted").isZero();
        }
    }

    @Test
    void tablesCopiedBeforeTheLog_areDetected() throws Exception {
        try (BackupRun run = new BackupRun(folder, true, new Random())) {
            run.cycle(1);
            assertThat(run.check().lost()).isPositive();
        }
    }
}
