package dev.tidings.bench.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UuidV7;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Scheduler;
import dev.tidings.server.schedule.SchedulerOptions;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The Tidings scheduler on RocksDB with its log, as a service assembles them. A job counts as fired when a consumer of the log has read it:
 * it is durable there, and acknowledged afterwards.
 */
final class TidingsAdapter implements SchedulerAdapter {
    private static final long USERS = 10_000;
    private static final int BATCH = 1_000;
    /** The bits of an id that its version does not use. */
    private static final long NUMBER = (1L << 62) - 1;

    private final Engine engine;
    private final RocksLog log;
    private final Scheduler scheduler;
    private final Thread routing;
    private volatile FireListener fired = number -> {};
    private volatile boolean closing;

    TidingsAdapter(Path folder) {
        engine = RocksEngine.open(
                RocksConfig.in(folder.resolve("tables")).withMemory(256 << 20, 128 << 20), TidingsSchema.SCHEMA);
        log = RocksLog.open(RocksLogConfig.in(folder.resolve("log")));
        scheduler = new Scheduler(
                        new Scheduler.SchedulerDependencies(
                                engine,
                                log,
                                InstantSource.system(),
                                System::nanoTime,
                                request -> new Target.User("user"),
                                new SimpleMeterRegistry()),
                        SchedulerOptions.alone(1, 20_000))
                .start();
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        routing = new Thread(() -> route(consumer), "routing");
        routing.start();
    }

    private void route(LogConsumer consumer) {
        try {
            while (!closing) {
                List<LogRecord> records = consumer.poll(BATCH, Duration.ofMillis(100));
                for (LogRecord record : records) {
                    UUID id = EnvelopeCodec.decode(record.entry().payload())
                            .notification()
                            .id();
                    fired.fired(id.getLeastSignificantBits() & NUMBER);
                }
                if (!records.isEmpty()) {
                    consumer.done();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start(FireListener listener) {
        fired = listener;
    }

    @Override
    public void insert(List<BenchJob> jobs) {
        long now = System.currentTimeMillis();
        scheduler
                .schedules()
                .add(jobs.stream().map(job -> timed(job, now)).toList())
                .join();
    }

    private static ScheduledRequest timed(BenchJob job, long now) {
        // The id contains the number, so that the consumer can identify the job.
        UUID id = UuidV7.of(now, 0, job.number());
        String user = "user-" + job.number() % USERS;
        byte[] request = ("{\"to\":{\"user\":\"" + user + "\"},\"body\":\"" + job.payload() + "\"}").getBytes(UTF_8);
        Notification notification = new Notification(
                "bench", id, id, "default", Priority.NORMAL, Set.of(), null, null, "key", null, 0, request);
        return new ScheduledRequest(notification, new Target.User(user), job.due());
    }

    @Override
    public void stop() {
        // All due jobs were fired; without due jobs the scheduler sleeps.
    }

    @Override
    public void close() {
        scheduler.close();
        closing = true;
        try {
            routing.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        log.close();
        engine.close();
    }
}
