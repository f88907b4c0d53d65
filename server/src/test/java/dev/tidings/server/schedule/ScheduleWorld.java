package dev.tidings.server.schedule;

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
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A schedule on real tables and a real log, swept only when a test says so: nothing happens between two calls, and effects are visible at
 * once.
 */
final class ScheduleWorld implements AutoCloseable {
    static final String TENANT = "acme";

    final Engine engine;
    final SteppedClock clock;
    final AtomicLong nanos = new AtomicLong(1);
    private final RocksLog log;
    private final LogConsumer consumer;
    private final AtomicInteger minted = new AtomicInteger();
    private final SchedulerOptions options;
    private Scheduler scheduler;

    /** A record that went into the log, and when. */
    record Fired(UUID id, UUID position, Instant at, boolean repeated, String tenant) {}

    ScheduleWorld(Engine engine, SteppedClock clock, Path folder, SchedulerOptions options) {
        this.engine = engine;
        this.clock = clock;
        this.options = options;
        this.log = RocksLog.open(
                RocksLogConfig.in(folder).withMemory(4 << 20, 4 << 20).withReserveBytes(0));
        this.consumer = log.consumers(Stage.ROUTE, 1).get(0);
        this.scheduler = open();
    }

    /** Another process on the same tables and the same log. */
    Scheduler open() {
        return new Scheduler(
                new Scheduler.SchedulerDependencies(
                        engine, log, clock, nanos::get, request -> new Target.User("u"), new SimpleMeterRegistry()),
                options);
    }

    /** The number of records waiting to be routed. */
    long backlog() {
        return log.backlog(Stage.ROUTE);
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Schedules schedules() {
        return scheduler.schedules();
    }

    /** Simulates a killed process: its memory is lost. With shared ownership, its leases have expired. */
    void crash() {
        scheduler = open();
        if (!options.alone()) {
            scheduler.round();
            nanos.addAndGet(options.timing().lease().plusSeconds(1).toNanos());
        }
    }

    /** Continues with another process. */
    void use(Scheduler other) {
        scheduler = other;
    }

    Instant in(Duration time) {
        return clock.instant().plus(time);
    }

    UUID mint() {
        return UuidV7.of(
                clock.millis(),
                minted.incrementAndGet() & 0xfff,
                ThreadLocalRandom.current().nextLong());
    }

    ScheduledRequest timed(UUID id, String tenant, Instant due) {
        Notification n = new Notification(
                tenant,
                id,
                id,
                "default",
                Priority.NORMAL,
                Set.of(),
                null,
                null,
                "key1",
                null,
                0,
                "{\"to\":{\"user\":\"u\"},\"title\":\"t\"}".getBytes(UTF_8));
        return new ScheduledRequest(n, new Target.User("u"), due);
    }

    UUID add(Instant due) {
        return add(TENANT, due);
    }

    UUID add(String tenant, Instant due) {
        UUID id = mint();
        schedules().add(List.of(timed(id, tenant, due))).join();
        return id;
    }

    List<UUID> addMany(int count, String tenant, Instant due) {
        List<UUID> ids = new ArrayList<>();
        List<ScheduledRequest> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            UUID id = mint();
            ids.add(id);
            all.add(timed(id, tenant, due));
            if (all.size() == 500 || i == count - 1) {
                schedules().add(all).join();
                all = new ArrayList<>();
            }
        }
        return ids;
    }

    /** Advances both clocks step by step. */
    List<Fired> pass(Duration time) {
        return pass(time, Duration.ofMillis(200));
    }

    List<Fired> pass(Duration time, Duration step) {
        List<Fired> fired = new ArrayList<>(settle());
        for (Duration left = time; !left.isZero(); left = left.minus(step)) {
            clock.advance(step);
            nanos.addAndGet(step.toNanos());
            fired.addAll(settle());
        }
        return fired;
    }

    /** Runs rounds until the schedule is idle. */
    List<Fired> settle() {
        List<Fired> fired = new ArrayList<>();
        do {
            scheduler.round();
            if (!scheduler.isIdle() || log.backlog(Stage.ROUTE) > 0) {
                fired.addAll(take());
            }
        } while (!scheduler.isIdle() || log.backlog(Stage.ROUTE) > 0);
        return fired;
    }

    /** All records that are in the log now. */
    List<Fired> take() {
        List<Fired> fired = new ArrayList<>();
        for (List<Fired> some = take(1_000); !some.isEmpty(); some = take(1_000)) {
            fired.addAll(some);
        }
        return fired;
    }

    /** Some of the records that are in the log now. */
    List<Fired> take(int max) {
        List<Fired> fired = new ArrayList<>();
        try {
            for (LogRecord record : consumer.poll(max, Duration.ofMillis(2))) {
                Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
                Notification n = envelope.notification();
                fired.add(new Fired(n.id(), n.position(), clock.instant(), envelope.redelivered(), n.tenant()));
            }
            if (!fired.isEmpty()) {
                consumer.done();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return fired;
    }

    /** The records of another stage that are in the log now. */
    List<byte[]> takeOther(Stage stage) {
        try {
            return log.consumers(stage, 1).get(0).poll(1_000, Duration.ofMillis(2)).stream()
                    .map(record -> record.entry().payload())
                    .toList();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
