package dev.tidings.bench.optout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some trials with every build; {@code ./tidings torture optout} makes ten thousand. */
class OutboundRunTest {
    @TempDir
    private Path folder;

    @Test
    void noProviderIsCalledAfterAnOptOut() throws Exception {
        try (OutboundRun run = new OutboundRun(folder.resolve("data"), new Random(7), false)) {
            run.run(600);
            assertThat(run.broken()).isZero();
            assertThat(run.calledBefore()).isPositive();
            assertThat(run.never()).isPositive();
        }
    }

    /** The run can tell: by the time at which opt-outs are asked for, many calls come too late. */
    @Test
    void aRunThatTakesTheWrongMomentIsBroken() throws Exception {
        try (OutboundRun run = new OutboundRun(folder.resolve("data"), new Random(7), true)) {
            run.run(600);
            assertThat(run.broken()).isPositive();
        }
    }
}
