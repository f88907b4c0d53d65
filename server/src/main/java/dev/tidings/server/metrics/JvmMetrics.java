package dev.tidings.server.metrics;

import com.sun.management.UnixOperatingSystemMXBean;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The memory, garbage collections, threads and CPU time of this process, under the names that other Java services have. The management beans
 * take a while to load, so the first scrape loads them, not the start.
 */
public final class JvmMetrics implements MultiCollector {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";

    @Override
    public MetricSnapshots collect() {
        List<MetricSnapshot> all = new ArrayList<>();
        memory(all);
        all.add(collections());
        var threads = ManagementFactory.getThreadMXBean();
        all.add(Snapshots.gauge("jvm_threads_current", "Threads", threads.getThreadCount()));
        all.add(Snapshots.gauge("jvm_threads_daemon", "Daemon threads", threads.getDaemonThreadCount()));
        process(all);
        return new MetricSnapshots(all);
    }

    private static void memory(List<MetricSnapshot> all) {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        Map<Labels, MemoryUsage> areas = Map.of(
                Labels.of("area", "heap"), memory.getHeapMemoryUsage(),
                Labels.of("area", "nonheap"), memory.getNonHeapMemoryUsage());
        all.add(Snapshots.gauge("jvm_memory_used_bytes", "Used memory, by area", areas, MemoryUsage::getUsed));
        all.add(Snapshots.gauge(
                "jvm_memory_committed_bytes",
                "Memory taken from the operating system, by area",
                areas,
                MemoryUsage::getCommitted));
        all.add(Snapshots.gauge(
                "jvm_memory_max_bytes", "Maximum memory, by area; -1 if unlimited", areas, MemoryUsage::getMax));
        Map<Labels, BufferPoolMXBean> pools = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .collect(Collectors.toMap(pool -> Labels.of("pool", pool.getName()), Function.identity()));
        all.add(Snapshots.gauge(
                "jvm_buffer_pool_used_bytes",
                "Memory of buffers outside the heap, by pool",
                pools,
                BufferPoolMXBean::getMemoryUsed));
    }

    private static MetricSnapshot collections() {
        SummarySnapshot.Builder summary =
                SummarySnapshot.builder().name("jvm_gc_collection_seconds").help("Garbage collections, by collector");
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            SummarySnapshot.SummaryDataPointSnapshot.Builder point =
                    SummarySnapshot.SummaryDataPointSnapshot.builder().labels(Labels.of("gc", collector.getName()));
            point.count(Math.max(0, collector.getCollectionCount()));
            point.sum(seconds(TimeUnit.MILLISECONDS.toNanos(Math.max(0, collector.getCollectionTime()))));
            summary.dataPoint(point.build());
        }
        return summary.build();
    }

    private static void process(List<MetricSnapshot> all) {
        all.add(Snapshots.gauge(
                "process_start_time_seconds",
                "When the process started, in seconds since 1970",
                seconds(TimeUnit.MILLISECONDS.toNanos(
                        ManagementFactory.getRuntimeMXBean().getStartTime()))));
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            all.add(Snapshots.counter(
                    "process_cpu_seconds", "CPU time of the process", seconds(system.getProcessCpuTime())));
            all.add(Snapshots.gauge("process_open_fds", "Open file descriptors", system.getOpenFileDescriptorCount()));
            all.add(Snapshots.gauge(
                    "process_max_fds", "Maximum number of open file descriptors", system.getMaxFileDescriptorCount()));
        }
        residentBytes()
                .ifPresent(bytes -> all.add(Snapshots.gauge(
                        "process_resident_memory_bytes", "Resident memory, outside the heap included", bytes)));
    }

    /** Only on Linux. */
    private static OptionalLong residentBytes() {
        try {
            return Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(RESIDENT))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst();
        } catch (IOException | RuntimeException none) {
            return OptionalLong.empty();
        }
    }

    private static double seconds(long nanos) {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }
}
