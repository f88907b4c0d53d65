package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.pipeline.Quarantine;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of damaged records in the log: they are quarantined and block no others. */
class PoisonedServiceTest {
    private static final UserKey USER = TestService.user("zoë");

    @TempDir
    Path folder;

    private Log log;

    @Test
    void damagedRecord_isQuarantinedAndBlocksNoOther() {
        try (TestService tidings = start()) {
            LogEntry damaged = new LogEntry(
                    new Lane(Stage.ROUTE, Priority.NORMAL), USER.partition(), USER.tenant(), new byte[] {1, 2, 3});
            log.append(List.of(damaged, damaged)).join();
            tidings.sendTo(USER.user(), "after it");
            assertThat(tidings.titles(USER.user())).containsExactly("after it");
        }
        try (TestService tidings = start()) {
            assertThat(tidings.service().storage().backlog()).isZero();
            assertThat(Quarantine.of(tidings.service().storage()).list(Stage.ROUTE, 10))
                    .hasSize(2);
        }
    }

    private TestService start() {
        return TestService.in(folder).log(opened -> log = opened).start();
    }
}
