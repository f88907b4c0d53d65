package dev.tidings.bench.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.serializer.Serializer;
import com.github.kagkarlsson.scheduler.task.SchedulableInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * db-scheduler as its documentation recommends for more than a thousand executions a second: lock-and-fetch, with limits that keep all
 * threads busy, and batches. Its precision is the polling interval.
 */
final class DbSchedulerAdapter implements SchedulerAdapter {
    private static final int THREADS = 50;
    private static final double LOWER_LIMIT = 1.0;
    private static final double UPPER_LIMIT = 4.0;
    private static final Duration POLLING = Duration.ofMillis(100);

    private final PeerDatabase database;
    private final HikariDataSource pool;
    private final OneTimeTask<String> task;
    private final SchedulerClient client;
    private volatile FireListener fired;
    private Scheduler scheduler;

    DbSchedulerAdapter(PeerDatabase database) throws SQLException {
        this.database = database;
        pool = database.pool(THREADS + 10);
        create();
        task = Tasks.oneTime("job", String.class)
                .execute((instance, context) -> fired.fired(Long.parseLong(instance.getId())));
        client = SchedulerClient.Builder.create(pool, task)
                .serializer(new Text())
                .build();
    }

    /** The table and indexes of its documentation, without those for priorities, which are not used. */
    private void create() throws SQLException {
        PeerDatabase.execute(
                pool,
                """
                CREATE TABLE scheduled_tasks (
                  task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,
                  execution_time timestamptz, picked boolean NOT NULL, picked_by text,
                  last_success timestamptz, last_failure timestamptz, consecutive_failures int,
                  last_heartbeat timestamptz, version bigint NOT NULL, priority smallint, state text,
                  PRIMARY KEY (task_name, task_instance))\
                """,
                "CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)",
                "CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)");
    }

    @Override
    public void start(FireListener listener) {
        fired = listener;
        scheduler = Scheduler.create(pool, task)
                .serializer(new Text())
                .threads(THREADS)
                .pollUsingLockAndFetch(LOWER_LIMIT, UPPER_LIMIT)
                .pollingInterval(POLLING)
                .build();
        scheduler.start();
    }

    @Override
    public void insert(List<BenchJob> jobs) {
        List<SchedulableInstance<?>> instances = new ArrayList<>(jobs.size());
        for (BenchJob job : jobs) {
            instances.add(task.instanceBuilder(Long.toString(job.number()))
                    .data(job.payload())
                    .scheduledTo(job.due()));
        }
        client.scheduleBatch(instances);
    }

    @Override
    public void stop() throws SQLException {
        scheduler.stop();
        PeerDatabase.clean(pool);
    }

    @Override
    public void settle() throws SQLException {
        PeerDatabase.settle(pool);
    }

    @Override
    public double cpuSeconds() {
        return database.cpuSeconds();
    }

    @Override
    public void close() {
        pool.close();
    }

    /** Serialises plain text, which is smaller than the default Java serialisation. */
    private static final class Text implements Serializer {
        @Override
        public byte[] serialize(Object data) {
            return data == null ? null : ((String) data).getBytes(UTF_8);
        }

        @Override
        public <T> T deserialize(Class<T> type, byte[] serialized) {
            return serialized == null ? null : type.cast(new String(serialized, UTF_8));
        }
    }
}
