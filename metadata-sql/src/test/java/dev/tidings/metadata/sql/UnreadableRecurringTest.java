package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.MetadataStore.RecurringSchedules.Change;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.Recurrence;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an unreadable recurring schedule does not hide the others. */
class UnreadableRecurringTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    @TempDir
    Path folder;

    private SqlMetadataConfig config;
    private SqlMetadataStore meta;

    @BeforeEach
    void open() {
        config = SqlMetadataConfig.sqlite(folder.resolve("meta.db"));
        meta = SqlMetadataStore.open(config);
    }

    @AfterEach
    void close() {
        meta.close();
    }

    private void put(String tenant, String name) {
        Recurrence daily =
                new Recurrence(new Recurrence.Cron("0 9 * * *"), ZoneId.of("UTC"), Optional.empty(), Optional.empty());
        RecurringSchedule.Progress due =
                new RecurringSchedule.Progress(0, NOW, NOW, Optional.of(NOW), Optional.empty());
        RecurringSchedule schedule =
                new RecurringSchedule(tenant, name, daily, false, MissedPolicy.SKIP, "{\"title\":\"x\"}", NOW, 0, due);
        assertThat(meta.recurring().put(schedule, Change.PUT, NOW, "test")).isPresent();
    }

    /** With plain SQL: current code writes nothing that it can't read. */
    private void corrupt(String tenant, String name, String change) {
        try (Connection connection = DriverManager.getConnection(config.jdbcUrl());
                Statement statement = connection.createStatement()) {
            int rows = statement.executeUpdate("update recurring_schedules set " + change + " where tenant = '" + tenant
                    + "' and name = '" + name + "'");
            assertThat(rows).isEqualTo(1);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> due(int limit) {
        List<String> found = new ArrayList<>();
        Optional<RecurringSchedule> after = Optional.empty();
        do {
            List<RecurringSchedule> part = meta.recurring().due(NOW, NOW, after, limit);
            assertThat(part).hasSizeLessThanOrEqualTo(limit);
            part.forEach(each -> found.add(each.tenant() + "/" + each.name()));
            after = part.isEmpty() ? Optional.empty() : Optional.of(part.get(part.size() - 1));
        } while (after.isPresent());
        return found;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 100})
    void otherSchedules_areFoundWithAnyPageSize(int limit) {
        for (String tenant : List.of("acme", "globex")) {
            meta.tenants().add(new Tenant(tenant, tenant, NOW), "test");
            for (String name : List.of("a", "b", "c", "d", "e", "f")) {
                put(tenant, name);
            }
        }
        corrupt("acme", "a", "zone = 'Mars/Olympus_Mons'");
        corrupt("acme", "c", "missed = 'a word of a newer version'");
        corrupt("acme", "d", "cron = null");
        corrupt("acme", "f", "zone = ''");
        corrupt("globex", "a", "zone = 'Mars/Olympus_Mons'");
        corrupt("globex", "f", "zone = 'Mars/Olympus_Mons'");
        assertThat(due(limit)).containsExactly("acme/b", "acme/e", "globex/b", "globex/c", "globex/d", "globex/e");
    }
}
