package dev.tidings.server.storage;

import dev.tidings.core.hot.HotState;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.Stage;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.metadata.sql.SqlMetadataStore;
import dev.tidings.rocksdb.RocksStats;
import dev.tidings.server.config.Config;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.hot.MemoryHotState;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Opens, holds and closes the stores of a service: metadata in SQL, tables and log on RocksDB, hot state in memory. Also holds what all
 * users of the stores share: the clock, the id generator, the locks of users and the registry of metrics.
 */
public final class Storage implements AutoCloseable {
    private final InstantSource clock;
    private final Engine engine;
    private final MetadataStore metadata;
    private final Log log;
    private final HotState hot;
    private final FeedTiming feedTiming;
    private final IdGenerator ids;
    private final PrometheusMeterRegistry metrics;
    private final UserLocks locks = new UserLocks();
    private final ExecutorService blocking;
    private final StoreSnapshots snapshots;
    private final StoreSweep sweep;

    /** The opened stores. */
    private record OpenStores(
            Engine engine,
            SqlMetadataStore metadata,
            RocksLog storedLog,
            Log log,
            HotState hot,
            IdGenerator ids,
            FeedTiming timing) {}

    private Storage(Config config, InstantSource clock, OpenStores stores, PrometheusMeterRegistry metrics) {
        this.clock = clock;
        this.metrics = metrics;
        this.engine = stores.engine();
        this.metadata = stores.metadata();
        this.log = stores.log();
        this.hot = stores.hot();
        this.feedTiming = stores.timing();
        snapshots = new StoreSnapshots(config.dataFolder(), engine, stores.storedLog(), stores.metadata());
        sweep = new StoreSweep(engine, stores.storedLog(), stores.metadata());
        ids = stores.ids();
        blocking = Executors.newFixedThreadPool(config.metadata().poolSize(), work -> {
            Thread thread = new Thread(work, "metadata");
            thread.setDaemon(true);
            return thread;
        });
    }

    public static Storage open(Config config, InstantSource clock) {
        return open(config, clock, Optional.empty(), UnaryOperator.identity(), UnaryOperator.identity());
    }

    /**
     * Opens all stores, or fails and leaves none open.
     *
     * @param tables opens the external engine if the tables are not in the data folder
     * @param decoratedLog wraps the log
     * @param decoratedHot wraps the hot state
     */
    public static Storage open(
            Config config,
            InstantSource clock,
            Optional<Function<Config, Engine>> tables,
            UnaryOperator<Log> decoratedLog,
            UnaryOperator<HotState> decoratedHot) {
        StorageConfigs.createFolder(config);
        DataFolders.requireRestored(config.dataFolder());
        // The engine first: its lock detects another process that uses the folder.
        Engine engine = tables.map(open -> open.apply(config))
                .orElseGet(() -> RocksEngine.open(StorageConfigs.tables(config, clock), TidingsSchema.SCHEMA));
        List<AutoCloseable> opened = new ArrayList<>(List.of(engine));
        try {
            // These two at the same time: they know nothing of each other, and each takes a large part of the start.
            CompletableFuture<SqlMetadataStore> opening =
                    CompletableFuture.supplyAsync(() -> SqlMetadataStore.open(StorageConfigs.metadata(config)));
            opened.add(0, () -> closeOpened(opening));
            RocksLog stored = RocksLog.open(StorageConfigs.log(config), engine::sync);
            opened.add(0, stored);
            SqlMetadataStore metadata = join(opening);
            PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            Log log = new MeteredLog(decoratedLog.apply(stored), new StageMeters.Factory(metrics));
            registerCollectors(metrics.getPrometheusRegistry(), config, engine, stored);
            IdGenerator ids = new IdGenerator(clock, config.dataFolder().resolve(StoreSnapshots.ID_FLOOR));
            HotState hot = decoratedHot.apply(
                    new MemoryHotState(clock, ids::horizon, config.hot().users()));
            // External tables may have further writers.
            FeedTiming timing = tables.isPresent() ? FeedTiming.SHARED : FeedTiming.ALONE;
            return new Storage(config, clock, new OpenStores(engine, metadata, stored, log, hot, ids, timing), metrics);
        } catch (RuntimeException | Error e) {
            Closing.after(e, opened.toArray(AutoCloseable[]::new));
            throw e;
        }
    }

    private static SqlMetadataStore join(CompletableFuture<SqlMetadataStore> opening) {
        try {
            return opening.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Waits for a store that is still being opened. If that fails, there is nothing to close. */
    private static void closeOpened(CompletableFuture<SqlMetadataStore> opening) {
        opening.exceptionally(failed -> null)
                .thenAccept(store -> {
                    if (store != null) {
                        store.close();
                    }
                })
                .join();
    }

    private static void registerCollectors(PrometheusRegistry metrics, Config config, Engine engine, RocksLog log) {
        Map<String, Supplier<RocksStats>> stores = new HashMap<>(Map.of("log", log::stats));
        if (engine instanceof RocksEngine tables) {
            stores.put("tables", tables::stats);
        }
        metrics.register(new StoreCollector(config.dataFolder(), stores, log::pendingBytes));
        // The log stamps its records with the time of the system, whatever the clock of the service.
        metrics.register(new LogCollector(log, InstantSource.system()));
    }

    public InstantSource clock() {
        return clock;
    }

    public Engine engine() {
        return engine;
    }

    public MetadataStore metadata() {
        return metadata;
    }

    public Log log() {
        return log;
    }

    public HotState hot() {
        return hot;
    }

    /** The time bounds of the change feed. */
    public FeedTiming feedTiming() {
        return feedTiming;
    }

    public IdGenerator ids() {
        return ids;
    }

    /** The registry of all metrics of this process. */
    public PrometheusMeterRegistry metrics() {
        return metrics;
    }

    public UserLocks locks() {
        return locks;
    }

    /** The threads for calls to the metadata store. */
    public ExecutorService blocking() {
        return blocking;
    }

    /** Copies of the stores as of one moment, for backups. */
    public StoreSnapshots snapshots() {
        return snapshots;
    }

    /** Removal of rows and records from all stores, for erasures. */
    public StoreSweep sweep() {
        return sweep;
    }

    /** A check per store. The hot state is not required: what it holds can be read from the tables. */
    public List<StoreCheck> checks() {
        return List.of(
                new StoreCheck("log", true, log::problem),
                new StoreCheck("tables", true, () -> engine.check().problem()),
                new StoreCheck("metadata", true, metadata::problem),
                new StoreCheck("hotState", false, hot::problem));
    }

    /** The number of records in the log that no stage has completed yet. */
    public long backlog() {
        long waiting = 0;
        for (Stage stage : Stage.values()) {
            waiting += log.backlog(stage);
        }
        return waiting;
    }

    /** Accepted records that are not processed yet stay in the log. */
    @Override
    public void close() {
        Closing.all(log, ids, blocking::shutdownNow, engine, hot, metadata);
    }
}
