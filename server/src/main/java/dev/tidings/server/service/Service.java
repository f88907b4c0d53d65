package dev.tidings.server.service;

import dev.tidings.server.auth.SealedTokenSecrets;
import dev.tidings.server.auth.StreamResumptions;
import dev.tidings.server.backup.Backups;
import dev.tidings.server.config.Config;
import dev.tidings.server.delivery.InFlightCalls;
import dev.tidings.server.intake.RequestLimits;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.metrics.JvmMetrics;
import dev.tidings.server.removal.Erasures;
import dev.tidings.server.schedule.Scheduler;
import dev.tidings.server.schedule.SchedulerOptions;
import dev.tidings.server.storage.Closing;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.users.Users;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;

/**
 * Everything behind the HTTP server, in four assemblies: storage, users, delivery and pipeline. Requests accepted by the pipeline's intake
 * are routed by background workers and can be read through its inbox and trace.
 */
public final class Service implements AutoCloseable {
    private static final Duration DRAIN_STEP = Duration.ofMillis(5);

    private final Storage storage;
    private final Users users;
    private final DeliveryAssembly delivery;
    private final PipelineAssembly pipeline;
    private final Backups backups;
    private final Erasures erasures;
    private final SealedTokenSecrets tokenSecrets;
    private final StreamResumptions streamResumptions;

    private Service(Config config, Storage storage, Overrides overrides) {
        this.storage = storage;
        storage.metrics().getPrometheusRegistry().register(new JvmMetrics());
        InFlightCalls calls = new InFlightCalls(System::nanoTime);
        users = new Users(config, storage, calls::settled);
        SendRequestParser parser = new SendRequestParser(RequestLimits.of(config.limits()), storage.clock());
        Scheduler scheduler = new Scheduler(
                new Scheduler.SchedulerDependencies(
                        storage.engine(),
                        storage.log(),
                        storage.clock(),
                        System::nanoTime,
                        new ParsedRequests(parser),
                        storage.metrics()),
                overrides.schedule().orElseGet(() -> alone(config)));
        delivery =
                new DeliveryAssembly(config, storage, users, scheduler.delayQueue(), calls, overrides.providerKinds());
        tokenSecrets = new SealedTokenSecrets(storage.metadata().tokenSecrets(), delivery.vault());
        streamResumptions = new StreamResumptions(delivery.vault().deriveKeys("event stream"));
        pipeline = new PipelineAssembly(config, storage, users, delivery, parser, scheduler, overrides);
        backups = new Backups(config, storage);
        erasures = new Erasures(
                config, storage, users, pipeline.recurring(), delivery.capture(), calls::settled, delivery::forget);
        erasures.tenants().onRemoved(pipeline::forget);
    }

    private void start() {
        erasures.applyRestored();
        tokenSecrets.sealExisting(storage.sweep()::compactMetadata);
        // First: the stages started below put delayed records into the schedule.
        pipeline.scheduler().start();
        delivery.start();
        pipeline.start();
        users.start();
        erasures.start();
    }

    /** Opens the storage and starts to process the records that wait in the log. */
    public static Service start(Config config, InstantSource clock) {
        return start(config, clock, Overrides.NONE);
    }

    public static Service start(Config config, InstantSource clock, Overrides overrides) {
        Storage storage = Storage.open(config, clock, overrides.tables(), overrides.log(), overrides.hot());
        AutoCloseable opened = storage;
        try {
            Service service = new Service(config, storage, overrides);
            opened = service;
            service.start();
            return service;
        } catch (RuntimeException | Error e) {
            Closing.after(e, opened);
            throw e;
        }
    }

    private static SchedulerOptions alone(Config config) {
        return SchedulerOptions.alone(
                config.schedule().shards(), config.schedule().maxWaitingPerLane());
    }

    public Storage storage() {
        return storage;
    }

    public Users users() {
        return users;
    }

    public DeliveryAssembly delivery() {
        return delivery;
    }

    public PipelineAssembly pipeline() {
        return pipeline;
    }

    public Erasures erasures() {
        return erasures;
    }

    public Backups backups() {
        return backups;
    }

    public SealedTokenSecrets tokenSecrets() {
        return tokenSecrets;
    }

    /** The credentials with which browsers resume event streams, which outlive a restart. */
    public StreamResumptions streamResumptions() {
        return streamResumptions;
    }

    /** Waits until the log has no backlog. False on timeout. */
    public boolean drain(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        while (storage.backlog() > 0) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(DRAIN_STEP.toNanos());
        }
        return true;
    }

    /** Finishes the batches in flight. Accepted records that are not processed yet stay in the log. */
    @Override
    public void close() {
        Closing.all(backups, erasures, users, pipeline, delivery, storage);
    }
}
