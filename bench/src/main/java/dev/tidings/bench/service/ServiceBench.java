package dev.tidings.bench.service;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.Comparison;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Figure;
import dev.tidings.bench.NumberSequence;
import dev.tidings.bench.Report;
import dev.tidings.bench.live.LowLoadCase;
import dev.tidings.bench.live.MetricsCase;
import dev.tidings.lab.TemporaryFolder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.rocksdb.RocksDBException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * Compares the throughput of the service through its API with that of the same server without storage, of plain RocksDB and of PostgreSQL.
 * Then repeats all but the comparison with PostgreSQL with ten times as much stored, to measure how much slower the service gets.
 */
@Command(
        name = "service",
        description =
                "The whole service over HTTP: single requests, batches and inbox pages, against the same server that"
                        + " stores nothing, against bare RocksDB and against PostgreSQL; the same with ten times as much"
                        + " stored; the cost of a notification at a thousand a second; and that of scraping the metrics.")
public final class ServiceBench implements Callable<Integer> {
    private static final int FILL_CHUNK = 100_000;
    /** The share of its ratio that the service must keep while its data grows tenfold. */
    private static final double GROWTH_TARGET = 0.80;

    /** The parts of the benchmark. */
    enum ServiceBenchPart {
        saturation,
        lowLoad,
        metrics
    }

    @ParentCommand
    private BenchCommand how;

    @Option(names = "--only", paramLabel = "PART", description = "One of ${COMPLETION-CANDIDATES}; otherwise all.")
    private ServiceBenchPart only;

    private final NumberSequence numbers = new NumberSequence();
    private Report report;
    private ServerAndClient ours;
    private ServerAndClient nothing;
    private BareRowWriter bare;

    /** The results at one size. */
    private record SizeResults(
            ComparisonResult posts, ComparisonResult batches, ComparisonResult pages, ComparisonResult reads) {}

    @Override
    public Integer call() throws Exception {
        report = new Report(how);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-service")) {
            if (includes(ServiceBenchPart.metrics)) {
                new MetricsCase(report, how.quick()).run(folder.path().resolve("metrics"));
            }
            if (includes(ServiceBenchPart.lowLoad)) {
                new LowLoadCase(report, how.quick()).run(folder.path().resolve("lowload"));
            }
            if (includes(ServiceBenchPart.saturation)) {
                saturation(folder);
            }
        }
        return report.exitCode();
    }

    private boolean includes(ServiceBenchPart part) {
        return only == null || only == part;
    }

    private void saturation(TemporaryFolder folder) throws Exception {
        long small = how.quick() ? 200_000 : 1_000_000;
        try (ServerAndClient service = ServerAndClient.start(folder.path().resolve("ours"), BenchServer.class);
                ServerAndClient noop = ServerAndClient.start(folder.path().resolve("nothing"), NoStorageServer.class);
                BareRowWriter rows = BareInboxRows.open(folder.path().resolve("bare"))) {
            ours = service;
            nothing = noop;
            bare = rows;
            warmUp();
            fill(small);
            SizeResults first = measure(ComparisonResult.size(small));
            new PeerBench(report, how.quick(), ours, numbers).run(folder.path().resolve("postgres"));
            fill(10 * small);
            SizeResults grown = measure(ComparisonResult.size(10 * small));
            report.add(grown.posts().retainedRatio("service.post.growth", first.posts(), GROWTH_TARGET));
            report.add(grown.batches().retainedRatio("service.batch.growth", first.batches(), GROWTH_TARGET));
            report.add(grown.pages().retainedRatio("service.page.growth", first.pages(), GROWTH_TARGET));
            report.add(grown.reads().retainedRatio("service.read.growth", first.reads(), GROWTH_TARGET));
        }
    }

    private void warmUp() throws IOException {
        int count = how.quick() ? 20_000 : 60_000;
        for (ServerAndClient pair : List.of(ours, nothing)) {
            pair.run("post", count, 0);
            pair.run("batch", 2 * count, count);
            pair.run("page", 2 * count, 0);
        }
        // Includes the warm-up requests above.
        ours.runAndRoute("post", count, numbers.reserve(4 * count));
    }

    /** Fills both sides of every comparison that stores data up to this many notifications. */
    private void fill(long stored) throws IOException, RocksDBException {
        while (numbers.reserved() < stored) {
            ours.runAndRoute("batch", FILL_CHUNK, numbers.reserve(FILL_CHUNK));
        }
        while (bare.stored() < numbers.reserved()) {
            bare.write(bare.rows(bare.stored(), FILL_CHUNK));
        }
    }

    private SizeResults measure(String size) throws Exception {
        long written = ours.server().bytesWritten();
        long before = numbers.reserved();
        SizeResults stage =
                new SizeResults(posts(size), batches(size), pages("page", size, 0.60), pages("read", size, 0));
        report.add(new Figure(
                "service",
                "service.written." + size,
                (ours.server().bytesWritten() - written) / (double) (numbers.reserved() - before),
                "bytes per notification"));
        report.add(new Figure(
                "service", "service.memory." + size, ours.server().residentKilobytes() / 1024.0, "MB resident"));
        return stage;
    }

    private ComparisonResult posts(String size) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, nothing.server()::cpuSeconds);
        int count = how.quick() ? 30_000 : 100_000;
        for (int round = 0; round < rounds(); round++) {
            long first = numbers.reserve(count);
            comparison.round(() -> ours.runAndRoute("post", count, first), () -> nothing.run("post", count, first));
        }
        return report.add(comparison.result(
                new ComparisonResult.BenchCase("service", "service.post." + size, "notif/s", "storing nothing", 0.40)));
    }

    private ComparisonResult batches(String size) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, Comparison::cpuSeconds);
        int count = how.quick() ? 50_000 : 200_000;
        for (int round = 0; round < rounds(); round++) {
            long first = numbers.reserve(count);
            List<BareRowWriter.NotificationRows> rows = bare.rows(first, count);
            comparison.round(() -> ours.runAndRoute("batch", count, first), () -> bare.write(rows));
        }
        return report.add(comparison.result(
                new ComparisonResult.BenchCase("service", "service.batch." + size, "notif/s", "bare rocksdb", 0.40)));
    }

    /** @param what {@code page} as clients request it, or {@code read} with a limit that always differs from the last one */
    private ComparisonResult pages(String what, String size, double target) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, nothing.server()::cpuSeconds);
        int count = how.quick() ? 20_000 : 100_000;
        ours.run(what, SampleNotifications.USERS, 0);
        for (int round = 0; round < rounds(); round++) {
            long first = SampleNotifications.USERS + round * (long) count;
            comparison.round(() -> ours.run(what, count, first), () -> nothing.run(what, count, first));
        }
        return report.add(comparison.result(new ComparisonResult.BenchCase(
                "service", "service." + what + "." + size, "pages/s", "a constant", target)));
    }

    /** An even number, so that each side goes first equally often. */
    private int rounds() {
        return how.quick() ? 4 : 8;
    }
}
