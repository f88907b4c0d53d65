package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.pipeline.RecordHeader;
import dev.tidings.testkit.Await;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    @ParameterizedTest
    @EnumSource
    void newerRecord_staysInTheLogAndBlocksNoOther(Stage stage) {
        LogEntry newer = new LogEntry(new Lane(stage, Priority.NORMAL), USER.partition(), USER.tenant(), new byte[] {
            RecordHeader.VERSION + 1, 2, 3
        });
        try (TestService tidings = start()) {
            log.append(List.of(newer, newer)).join();
            tidings.sendTo(USER.user(), "after it");
            assertThat(tidings.titles(USER.user())).containsExactly("after it");
            Await.until(() -> tidings.service().storage().backlog() == 0);
            assertLeftAlone(tidings, newer);
        }
        try (TestService tidings = start()) {
            tidings.sendTo(USER.user(), "after a restart");
            assertThat(tidings.titles(USER.user())).containsExactly("after a restart", "after it");
            Await.until(() -> tidings.service().storage().backlog() == 0);
            assertLeftAlone(tidings, newer);
        }
    }

    private static void assertLeftAlone(TestService tidings, LogEntry newer) {
        assertThat(Quarantine.of(tidings.service().storage()).list(newer.lane().stage(), 10))
                .isEmpty();
        AtomicInteger found = new AtomicInteger();
        tidings.service().storage().sweep().isInLog(entry -> {
            found.addAndGet(Arrays.equals(entry.payload(), newer.payload()) ? 1 : 0);
            return false;
        });
        assertThat(found.get()).isEqualTo(2);
    }

    private TestService start() {
        return TestService.in(folder).log(opened -> log = opened).start();
    }
}
