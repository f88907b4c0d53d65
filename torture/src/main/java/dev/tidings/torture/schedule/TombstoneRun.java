package dev.tidings.torture.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.TraceEvent;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Scheduler;
import dev.tidings.server.schedule.SchedulerOptions;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.ScheduleCursorRow;
import dev.tidings.tables.ScheduleOwnerRow;
import dev.tidings.tables.ScheduleStateRow;
import dev.tidings.tables.ScheduledByTenantRow;
import dev.tidings.tables.ScheduledByUserRow;
import dev.tidings.tables.ScheduledDayRow;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.torture.RunFindings;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.cassandra.CassandraConfig;
import dev.tidings.widecolumn.cassandra.CassandraEngine;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Verifies that, after very many schedules were sent, the next bucket is read without scanning tombstones. */
final class TombstoneRun {
    private static final String KEYSPACE = "swept";
    private static final Schema TABLES = Schema.of(
            "swept",
            ScheduledNotificationRow.TABLE,
            ScheduleCursorRow.TABLE,
            ScheduleOwnerRow.TABLE,
            ScheduleStateRow.TABLE,
            ScheduledByUserRow.TABLE,
            ScheduledByTenantRow.TABLE,
            ScheduledDayRow.TABLE);
    private static final Pattern READ = Pattern.compile("Read (\\d+) live rows and (\\d+) tombstone cells");
    private static final int LINES = 500;
    private static final Duration SENT_WITHIN = Duration.ofMinutes(3);

    private final CassandraLab lab;
    private final Path folder;
    private final int count;
    private final RunFindings findings =
            new RunFindings("schedule", "tombstones", ScheduleViolations.LOST, ScheduleViolations.TOMBSTONES);

    TombstoneRun(CassandraLab lab, Path folder, int count) {
        this.lab = lab;
        this.folder = folder;
        this.count = count;
    }

    RunFindings run() throws InterruptedException {
        String datacenter = lab.datacenter();
        CassandraConfig config =
                CassandraConfig.of(lab.contactPoints(), datacenter, new CqlKeyspace(KEYSPACE, Map.of(datacenter, 1)));
        try (Engine engine = CassandraEngine.open(config, TABLES);
                RocksLog log = RocksLog.open(RocksLogConfig.in(folder.resolve("log")));
                Scheduler scheduler = new Scheduler(
                                new Scheduler.SchedulerDependencies(
                                        engine,
                                        log,
                                        InstantSource.system(),
                                        System::nanoTime,
                                        request -> new Target.User("u"),
                                        new SimpleMeterRegistry()),
                                SchedulerOptions.alone(1, 20_000))
                        .start()) {
            // All in the first minute bucket that can be filled before it starts, and some in the next.
            Instant due = Buckets.startOfMinute(Buckets.minute(Instant.now().plusMillis(count)) + 1);
            Instant next = due.plusSeconds(60);
            add(scheduler, count, due);
            add(scheduler, 1_000, next.plusSeconds(30));
            findings.progress(count + " added; due in "
                    + Duration.between(Instant.now(), due).toMillis() + " ms");
            long sent = take(log.consumers(Stage.ROUTE, 1).get(0), due);
            findings.attempted("sent", sent);
            if (sent < count) {
                findings.violated(ScheduleViolations.LOST, sent + " of " + count + " arrived");
            }
            trace(List.of(due, next));
        }
        return findings;
    }

    private void add(Scheduler scheduler, int number, Instant from) {
        for (int first = 0; first < number; first += LINES) {
            List<ScheduledRequest> some = new ArrayList<>();
            for (int i = first; i < Math.min(number, first + LINES); i++) {
                UUID id = UuidV7.of(
                        System.currentTimeMillis(),
                        i & 0xfff,
                        ThreadLocalRandom.current().nextLong());
                String user = "user" + i % 5_000;
                Notification n = new Notification(
                        "trials",
                        id,
                        id,
                        "default",
                        Priority.NORMAL,
                        Set.of(),
                        null,
                        null,
                        "torture",
                        null,
                        0,
                        ("{\"to\":{\"user\":\"" + user + "\"},\"title\":\"x\"}").getBytes(UTF_8));
                some.add(new ScheduledRequest(n, new Target.User(user), from.plusMillis(i % 10_000)));
            }
            scheduler.schedules().add(some).join();
        }
    }

    private long take(LogConsumer consumer, Instant due) throws InterruptedException {
        Instant limit = due.plus(SENT_WITHIN);
        long sent = 0;
        while (sent < count && Instant.now().isBefore(limit)) {
            List<LogRecord> some = consumer.poll(1_000, Duration.ofMillis(100));
            if (!some.isEmpty()) {
                sent += some.size();
                consumer.done();
            }
        }
        return sent;
    }

    private void trace(List<Instant> minutes) {
        try (CqlSession session = CqlSession.builder()
                .addContactPoints(lab.contactPoints())
                .withLocalDatacenter(lab.datacenter())
                .build()) {
            for (Instant minute : minutes) {
                ResultSet answer = session.execute(SimpleStatement.newInstance(
                                "SELECT * FROM " + KEYSPACE + ".scheduled_notifications"
                                        + " WHERE layout = 1 AND minute_bucket = ? AND shard = 0 LIMIT 5000",
                                Buckets.minute(minute))
                        .setPageSize(5_000)
                        .setTracing(true)
                        .setTimeout(Duration.ofSeconds(30)));
                for (TraceEvent event :
                        answer.getExecutionInfo().getQueryTrace().getEvents()) {
                    Matcher read = READ.matcher(event.getActivity());
                    if (read.matches()) {
                        findings.attempted("rowsTraced", Long.parseLong(read.group(1)));
                        if (!read.group(2).equals("0")) {
                            findings.violated(ScheduleViolations.TOMBSTONES, event.getActivity());
                        }
                    }
                }
            }
            findings.attempted("readsTraced", minutes.size());
        }
    }
}
