package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.explain.ScheduledItem;
import dev.tidings.tables.ScheduledByTenantRow;
import dev.tidings.tables.ScheduledDayRow;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.RowFate;
import dev.tidings.widecolumn.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the rows from which the schedule of a tenant is listed. */
class TenantScheduleTest {
    @TempDir
    private Path folder;

    private final SteppedClock clock = new SteppedClock();
    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = TestService.in(folder.resolve("data")).clock(clock).start();
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private UUID schedule(Duration delay) {
        return tidings.send("{\"to\":{\"user\":\"ann\"},\"title\":\"later\",\"delay\":\"" + delay + "\"}");
    }

    private List<UUID> listed() {
        return tidings
                .service()
                .pipeline()
                .trace()
                .scheduled(TestTenant.NAME, Optional.empty(), Optional.empty(), 100, Optional.empty())
                .join()
                .items()
                .stream()
                .map(ScheduledItem::id)
                .toList();
    }

    private <R extends Record> List<R> rows(Table<R> table) {
        List<R> rows = new ArrayList<>();
        tidings.service().storage().sweep().rows(table, row -> {
            rows.add(row);
            return RowFate.KEEP;
        });
        return rows;
    }

    @Test
    void restartedProcess_listsTheSame() {
        UUID first = schedule(Duration.ofDays(1));
        tidings.restart();
        UUID second = schedule(Duration.ofDays(1).plusMillis(1));
        UUID third = schedule(Duration.ofDays(2));
        assertThat(listed()).containsExactly(first, second, third);
        tidings.restart();
        assertThat(listed()).containsExactly(first, second, third);
    }

    @Test
    void notificationsOfADay_shareARowOfTheDirectory() {
        for (int i = 1; i <= 5; i++) {
            schedule(Duration.ofDays(1).plusMillis(i));
        }
        assertThat(rows(ScheduledByTenantRow.TABLE)).hasSize(5);
        assertThat(rows(ScheduledDayRow.TABLE))
                .containsExactly(
                        ScheduledDayRow.of(TestTenant.NAME, clock.instant().plus(Duration.ofDays(1))));
    }

    /** As by the deletion of a tenant whose id is used again. */
    @Test
    void forgottenTenant_getsItsDirectoryAnew() {
        schedule(Duration.ofDays(1));
        tidings.service().storage().sweep().rows(ScheduledByTenantRow.TABLE, row -> RowFate.REMOVE);
        tidings.service().storage().sweep().rows(ScheduledDayRow.TABLE, row -> RowFate.REMOVE);
        tidings.service().pipeline().scheduler().forget(TestTenant.NAME);
        UUID again = schedule(Duration.ofDays(1).plusMillis(1));
        assertThat(listed()).containsExactly(again);
    }

    @Test
    void dueNotificationsAndTheirDays_expire() {
        schedule(Duration.ofMinutes(1));
        UUID waiting = schedule(Duration.ofDays(20));
        clock.advance(Duration.ofDays(16));
        assertThat(listed()).containsExactly(waiting);
        assertThat(rows(ScheduledDayRow.TABLE))
                .containsExactly(
                        ScheduledDayRow.of(TestTenant.NAME, clock.instant().plus(Duration.ofDays(4))));
    }
}
