package dev.tidings.bench.schedule;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobBuilder;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.server.BackgroundJobServerConfiguration;
import org.jobrunr.server.JobActivator;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/**
 * Runs the schedule benchmark on JobRunr (the open-source edition) with PostgreSQL. It uses the shortest poll interval that JobRunr allows,
 * and inserts each batch as a stream of jobs. JobRunr fires jobs early: all that are due before the next poll.
 */
final class JobRunrAdapter implements SchedulerAdapter {
    /** More than its default of eight per core: it fetches at most one job per worker at a time. */
    private static final int WORKERS = 400;

    private static final int CONNECTIONS = 40;
    private static final Duration POLLING = Duration.ofSeconds(5);

    private final PeerDatabase database;
    private final HikariDataSource pool;
    private final JobRequestScheduler scheduler;
    private final BackgroundJobServer server;
    private volatile FireListener fired;

    JobRunrAdapter(PeerDatabase database) {
        this.database = database;
        pool = database.pool(CONNECTIONS);
        scheduler = JobRunr.configure()
                .useJobActivator(new Activator())
                .useStorageProvider(new PostgresStorageProvider(pool))
                .useBackgroundJobServer(
                        BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration()
                                .andPollInterval(POLLING)
                                .andWorkerCount(WORKERS),
                        false)
                .initialize()
                .getJobRequestScheduler();
        server = JobRunr.getBackgroundJobServer();
    }

    @Override
    public void start(FireListener listener) {
        fired = listener;
        if (!server.isRunning()) {
            server.start();
        }
    }

    @Override
    public void insert(List<BenchJob> jobs) {
        scheduler.create(jobs.stream()
                .map(job -> JobBuilder.aJob()
                        .scheduleAt(job.due())
                        .withJobRequest(new Request(job.number(), job.payload()))));
    }

    @Override
    public void stop() throws SQLException {
        // Keeps running: after a start it needs several polls before it fires anything. One query every five seconds is
        // negligible.
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
        JobRunr.destroy();
        pool.close();
    }

    /** The stored job request, as JSON. */
    public record Request(long number, String payload) implements JobRequest {
        @Override
        public Class<Handler> getJobRequestHandler() {
            return Handler.class;
        }
    }

    /** Handles a fired job. Public, because it is called by reflection. */
    public record Handler(FireListener fired) implements JobRequestHandler<Request> {
        @Override
        public void run(Request request) {
            fired.fired(request.number());
        }
    }

    /** Creates handlers that report to the current listener. */
    private final class Activator implements JobActivator {
        @Override
        public <T> T activateJob(Class<T> type) {
            return type.cast(new Handler(fired));
        }
    }
}
