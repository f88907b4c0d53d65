package dev.tidings.server.schedule;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.TraceEvent;
import dev.tidings.lab.cassandra.SharedCassandra;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.tables.ScheduleOwnerRow;
import dev.tidings.tables.ScheduleStateRow;
import dev.tidings.tables.ScheduledByTenantRow;
import dev.tidings.tables.ScheduledByUserRow;
import dev.tidings.tables.ScheduledDayRow;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.cassandra.CassandraConfig;
import dev.tidings.widecolumn.cassandra.CassandraEngine;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The schedule contract on Cassandra, with two shards that several processes may sweep. */
class CassandraScheduleTest extends ScheduleContract {
    private static final Schema TABLES = Schema.of(
            "schedule",
            ScheduledNotificationRow.TABLE,
            ScheduleCursorRow.TABLE,
            ScheduleOwnerRow.TABLE,
            ScheduleStateRow.TABLE,
            ScheduledByUserRow.TABLE,
            ScheduledByTenantRow.TABLE,
            ScheduledDayRow.TABLE);

    private static final String KEYSPACE = "schedule_contract";
    private static CqlSession session;

    @BeforeAll
    static void connect() {
        session = CqlSession.builder()
                .addContactPoints(SharedCassandra.contactPoints())
                .withLocalDatacenter(SharedCassandra.datacenter())
                .build();
    }

    @AfterAll
    static void disconnect() {
        session.close();
    }

    /** Creating tables is slow, so each test truncates those of the one before. */
    @Override
    Engine open(Path folder, SteppedClock clock) {
        String datacenter = SharedCassandra.datacenter();
        Engine engine = CassandraEngine.open(
                CassandraConfig.of(
                                SharedCassandra.contactPoints(),
                                datacenter,
                                new CqlKeyspace(KEYSPACE, Map.of(datacenter, 1)))
                        .withClock(clock),
                TABLES);
        TABLES.tables().forEach(table -> session.execute("TRUNCATE " + KEYSPACE + "." + table.name()));
        return engine;
    }

    @Override
    SchedulerOptions options() {
        return SchedulerOptions.shared(2, 100_000);
    }

    /** A queue in tables must not scan the tombstones of processed rows. */
    @Test
    void sentRows_leaveNoTombstones() {
        Instant due = world.in(ofSeconds(5));
        Instant next = Buckets.startOfMinute(Buckets.minute(due) + 1);
        world.addMany(2_000, ScheduleWorld.TENANT, due);
        world.addMany(100, ScheduleWorld.TENANT, next);
        world.schedules()
                .cancel(ScheduleWorld.TENANT, world.add(due.plusMillis(1)))
                .join();
        assertThat(world.pass(ofSeconds(8))).hasSizeGreaterThanOrEqualTo(2_000);

        List<String> reads = new ArrayList<>();
        for (Instant minute : List.of(due, next)) {
            for (int shard = 0; shard < 2; shard++) {
                var answer = session.execute(SimpleStatement.newInstance(
                                "SELECT * FROM " + KEYSPACE + ".scheduled_notifications"
                                        + " WHERE layout = 1 AND minute_bucket = ? AND shard = ?",
                                Buckets.minute(minute),
                                shard)
                        .setPageSize(10_000)
                        .setTracing(true));
                assertThat(answer.all()).isNotEmpty();
                reads.addAll(answer.getExecutionInfo().getQueryTrace().getEvents().stream()
                        .map(TraceEvent::getActivity)
                        .filter(activity -> activity.startsWith("Read ") && activity.contains("tombstone"))
                        .toList());
            }
        }
        assertThat(reads).hasSize(4).allMatch(read -> read.endsWith(" and 0 tombstone cells"));
    }
}
