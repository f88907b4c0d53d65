package dev.tidings.server.storage;

import dev.tidings.rocksdb.RocksStats;
import dev.tidings.server.metrics.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * Reads the state of the embedded stores when metrics are scraped: disk space, files, memory and compactions.
 *
 * @param stores the RocksDB stores by name
 * @param logPendingBytes what waits for a group commit of the log
 */
record StoreCollector(Path folder, Map<String, Supplier<RocksStats>> stores, LongSupplier logPendingBytes)
        implements MultiCollector {
    @Override
    public MetricSnapshots collect() {
        Map<Labels, RocksStats> stats = new HashMap<>();
        stores.forEach((name, store) -> stats.put(Labels.of("store", name), store.get()));
        List<MetricSnapshot> all = new ArrayList<>();
        add(all, stats, "files_bytes", "Size of the table files", RocksStats::fileBytes);
        add(all, stats, "memtable_bytes", "Memory of writes that are not flushed yet", RocksStats::memtableBytes);
        add(
                all,
                stats,
                "compaction_pending_bytes",
                "Estimate of what compactions still have to rewrite",
                RocksStats::compactionPendingBytes);
        add(all, stats, "compactions_running", "Compactions in progress", RocksStats::runningCompactions);
        add(all, stats, "flushes_running", "Flushes in progress", RocksStats::runningFlushes);
        add(
                all,
                stats,
                "writes_stopped",
                "1 while writes wait for a flush or a compaction, otherwise 0",
                store -> store.writesStopped() ? 1 : 0);
        all.add(Snapshots.gauge(
                "tidings_log_pending_bytes", "Appends that wait for their group commit", logPendingBytes.getAsLong()));
        disk(all);
        return new MetricSnapshots(all);
    }

    private static void add(
            List<MetricSnapshot> all,
            Map<Labels, RocksStats> stats,
            String name,
            String help,
            ToDoubleFunction<RocksStats> value) {
        all.add(Snapshots.gauge("tidings_store_" + name, help, stats, value));
    }

    private void disk(List<MetricSnapshot> all) {
        try {
            FileStore disk = Files.getFileStore(folder);
            all.add(Snapshots.gauge(
                    "tidings_disk_free_bytes", "Free space on the disk of the data folder", disk.getUsableSpace()));
            all.add(Snapshots.gauge(
                    "tidings_disk_size_bytes", "Size of the disk of the data folder", disk.getTotalSpace()));
        } catch (IOException unknown) {
            // Without the file system's answer the metrics are absent, which an alert can detect.
        }
    }
}
