package dev.tidings.bench.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.SchedulerException;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.impl.jdbcjobstore.JobStoreTX;
import org.quartz.impl.jdbcjobstore.PostgreSQLDelegate;
import org.quartz.simpl.SimpleThreadPool;
import org.quartz.utils.ConnectionProvider;
import org.quartz.utils.DBConnectionManager;

/**
 * Quartz with its JDBC store as its documentation recommends: as many triggers acquired at once as there are threads, properties instead of
 * serialised objects, one job for all triggers, and not clustered, which is faster.
 */
final class QuartzAdapter implements SchedulerAdapter {
    private static final int THREADS = 20;
    private static final String PAYLOAD = "payload";
    private static final String TABLES = "/org/quartz/impl/jdbcjobstore/tables_postgres.sql";

    private final PeerDatabase database;
    private final HikariDataSource pool;
    private final Scheduler scheduler;
    private final JobDetail job =
            JobBuilder.newJob(Handler.class).withIdentity("job").storeDurably().build();
    private volatile FireListener fired;

    QuartzAdapter(PeerDatabase database) throws IOException, SQLException, SchedulerException {
        this.database = database;
        // Quartz needs a few connections more than it has threads.
        pool = database.pool(THREADS + 5);
        try (InputStream tables = Scheduler.class.getResourceAsStream(TABLES)) {
            PeerDatabase.execute(pool, new String(tables.readAllBytes(), UTF_8));
        }
        DBConnectionManager.getInstance().addConnectionProvider("peer", new Pool(pool));
        scheduler = new StdSchedulerFactory(settings()).getScheduler();
        scheduler.setJobFactory((bundle, ignored) -> new Handler(fired));
    }

    private static Properties settings() {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "bench");
        settings.setProperty("org.quartz.scheduler.batchTriggerAcquisitionMaxCount", Integer.toString(THREADS));
        settings.setProperty("org.quartz.threadPool.class", SimpleThreadPool.class.getName());
        settings.setProperty("org.quartz.threadPool.threadCount", Integer.toString(THREADS));
        settings.setProperty("org.quartz.jobStore.class", JobStoreTX.class.getName());
        settings.setProperty("org.quartz.jobStore.driverDelegateClass", PostgreSQLDelegate.class.getName());
        settings.setProperty("org.quartz.jobStore.dataSource", "peer");
        settings.setProperty("org.quartz.jobStore.useProperties", "true");
        // Required to acquire several triggers at once.
        settings.setProperty("org.quartz.jobStore.acquireTriggersWithinLock", "true");
        return settings;
    }

    @Override
    public void start(FireListener listener) throws SchedulerException {
        fired = listener;
        scheduler.start();
    }

    @Override
    public void insert(List<BenchJob> jobs) throws SchedulerException {
        Set<Trigger> triggers = new HashSet<>();
        for (BenchJob each : jobs) {
            triggers.add(TriggerBuilder.newTrigger()
                    .withIdentity(Long.toString(each.number()))
                    .forJob(job)
                    .usingJobData(PAYLOAD, each.payload())
                    .startAt(Date.from(each.due()))
                    .build());
        }
        scheduler.scheduleJobs(Map.of(job, triggers), true);
    }

    @Override
    public void stop() throws SchedulerException, SQLException {
        scheduler.standby();
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
    public void close() throws IOException {
        try {
            scheduler.shutdown(true);
        } catch (SchedulerException e) {
            throw new IOException(e);
        } finally {
            pool.close();
        }
    }

    /** Handles a fired trigger. */
    private record Handler(FireListener fired) implements org.quartz.Job {
        @Override
        public void execute(JobExecutionContext context) {
            if (context.getMergedJobDataMap().getString(PAYLOAD) == null) {
                throw new IllegalStateException("a job came without its payload: " + context);
            }
            fired.fired(Long.parseLong(context.getTrigger().getKey().getName()));
        }
    }

    /** Gives Quartz access to the connection pool. */
    private record Pool(HikariDataSource pool) implements ConnectionProvider {
        @Override
        public Connection getConnection() throws SQLException {
            return pool.getConnection();
        }

        @Override
        public void initialize() {
            // Already initialised.
        }

        @Override
        public void shutdown() {
            // The owner of the pool closes it.
        }
    }
}
