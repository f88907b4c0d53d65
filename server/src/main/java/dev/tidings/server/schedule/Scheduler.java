package dev.tidings.server.schedule;

import dev.tidings.core.log.Log;
import dev.tidings.widecolumn.Engine;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Assembles and starts the schedule: the tables behind {@link Schedules} and {@link DelayQueue}, and the worker threads that append due
 * rows to the log.
 */
public final class Scheduler implements AutoCloseable {
    /**
     * The notice period of a new layout: until every process knows it, and longer than occurrences are planned ahead, which must not change
     * their place.
     */
    private static final Duration NOTICE = Duration.ofMinutes(5);

    private static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(15);

    private final Engine engine;
    private final Log log;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final SchedulerOptions options;
    private final ScheduleMeters meters;
    private final ShardLayouts layouts;
    private final ScheduleStates states;
    private final Map<ShardId, ShardSweeper> shardSweepers = new ConcurrentHashMap<>();
    private final List<SweepWorker> workers = new ArrayList<>();
    private final TableSchedules schedules;
    private final String name = UUID.randomUUID().toString();

    /**
     * The stores, clocks and registry that the schedule uses.
     *
     * @param nanos a monotonic clock
     */
    public record SchedulerDependencies(
            Engine engine,
            Log log,
            InstantSource clock,
            LongSupplier nanos,
            AcceptedRequests requests,
            MeterRegistry registry) {}

    public Scheduler(SchedulerDependencies parts, SchedulerOptions options) {
        this.engine = parts.engine();
        this.log = parts.log();
        this.clock = parts.clock();
        this.nanos = parts.nanos();
        this.options = options;
        this.meters = new ScheduleMeters(parts.registry());
        this.layouts = new ShardLayouts(engine, clock, NOTICE);
        this.states = new ScheduleStates(engine);
        layouts.grow(options.shards());
        this.schedules = new TableSchedules(
                engine,
                clock,
                layouts,
                states,
                this,
                parts.requests(),
                options.timing().changeCutoff());
        for (int i = 0; i < options.workers(); i++) {
            Duration lease = options.timing().lease();
            ShardOwnership ownership = new ShardOwnership(engine, clock, nanos, name, options.alone(), lease);
            workers.add(new SweepWorker(this, i, ownership, nanos));
        }
    }

    public Scheduler start() {
        if (options.alone()) {
            // Before anything can be added: no row may be written behind a cursor that is not guarded yet.
            workers.forEach(SweepWorker::acquireAll);
        }
        workers.forEach(SweepWorker::start);
        return this;
    }

    /** One round of all workers on the caller's thread; for tests without threads. */
    void round() {
        workers.forEach(SweepWorker::runOnce);
    }

    /** Whether another round would do nothing as long as time stands still. */
    boolean isIdle() {
        return shardSweepers.values().stream().allMatch(ShardSweeper::isIdle);
    }

    /** The name of this process as an owner. */
    public String name() {
        return name;
    }

    public Schedules schedules() {
        return schedules;
    }

    /** Drops what is kept of a tenant in memory. To be called when its rows have been removed. */
    public void forget(String tenant) {
        schedules.forget(tenant);
    }

    public DelayQueue delayQueue() {
        return schedules;
    }

    /** Adds a layout with at least so many shards for new rows; this can't be undone. May block. */
    public ShardLayout grow(int shards) {
        ShardLayout layout = layouts.grow(shards);
        workers.forEach(SweepWorker::acquireSoon);
        return layout;
    }

    /** In order; the latest is last. */
    public List<ShardLayout> layouts() {
        return layouts.all();
    }

    /** The sweep of a shard in this process; empty if the shard is owned by another process, or not at all. */
    Optional<ShardSweeper> sweeperOf(ShardId shard) {
        return Optional.ofNullable(shardSweepers.get(shard));
    }

    long nanos() {
        return nanos.getAsLong();
    }

    /**
     * Whether a write that has taken this long may lie behind the cursor of another process, which does not wait for writes in flight here.
     */
    boolean mayHavePassed(long startedNanos) {
        return !options.alone()
                && nanos.getAsLong() - startedNanos
                        > options.timing().lastScanDelay().toNanos() / 3;
    }

    boolean alone() {
        return options.alone();
    }

    public SchedulerOptions options() {
        return options;
    }

    void wake() {
        workers.forEach(SweepWorker::wake);
    }

    /** The shards assigned to a worker, some of which other processes may own. May block. */
    List<ShardId> shardsOf(int worker) {
        List<ShardId> mine = new ArrayList<>();
        for (ShardLayout layout : layouts.refresh()) {
            for (int shard = 0; shard < layout.shards(); shard++) {
                if (shard % options.workers() == worker) {
                    mine.add(new ShardId(layout.number(), shard));
                }
            }
        }
        return mine;
    }

    /** Opens the sweep of a shard that this process has acquired. */
    ShardSweeper open(ShardId shard, long epoch, Runnable wake) {
        Instant beginning = layouts.all().get(shard.layout() - 1).opensAt();
        ShardCursor cursor = ShardCursor.takeOver(engine, shard, epoch, beginning.minus(MAX_CLOCK_SKEW));
        BatchAppender appender = new BatchAppender(log, states, shard, options.maxWaitingPerLane(), wake);
        ShardSweeper.SweeperDependencies parts =
                new ShardSweeper.SweeperDependencies(options.timing(), clock, nanos, !options.alone(), meters);
        ShardSweeper shardSweeper = new ShardSweeper(shard, parts, cursor, appender, engine);
        shardSweepers.put(shard, shardSweeper);
        return shardSweeper;
    }

    /** Ends a sweep: the shard is lost, or will be swept from its cursor again. */
    void closed(ShardSweeper shardSweeper) {
        shardSweepers.remove(shardSweeper.shard());
        shardSweeper.cursorGuard().close();
        meters.gone(shardSweeper.shard());
    }

    /** Finishes the work in flight. Waiting rows are found by the next owner. */
    @Override
    public void close() {
        workers.forEach(SweepWorker::stop);
        try {
            for (SweepWorker worker : workers) {
                worker.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
