package dev.tidings.server.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.TestService;
import dev.tidings.server.intake.SubmitResult;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the fan-out under back-pressure. */
class ExpandTest {
    private static final String LIST = "{\"to\":{\"users\":[\"a\",\"b\",\"c\",\"d\",\"e\"]},\"title\":\"all\"}";

    @TempDir
    Path folder;

    /** Lists alone fill the backlog of their stage: the records of the next stage need a limit of their own, or none would drain. */
    @Test
    void floodOfLists_isExpandedDespiteSmallLimits() {
        try (TestService tidings = TestService.in(folder)
                .option("TIDINGS_LOG_MAX_TENANT_BACKLOG", "2")
                .option("TIDINGS_LOG_MAX_BACKLOG", "3")
                .start()) {
            int accepted = 0;
            for (int i = 0; i < 200; i++) {
                accepted += tidings.submit(LIST, Optional.empty()) instanceof SubmitResult.Accepted ? 1 : 0;
            }
            tidings.drain();
            assertThat(accepted).isPositive();
            assertThat(tidings.inbox("e")).hasSize(accepted);
        }
    }
}
