package dev.tidings.bench.service;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.Comparison;
import dev.tidings.bench.Figure;
import dev.tidings.bench.Numbers;
import dev.tidings.bench.Report;
import dev.tidings.bench.Result;
import dev.tidings.bench.TemporaryFolder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.rocksdb.RocksDBException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/**
 * What the service does through its API, against the same server with nothing behind it, against the bare store, and against what
 * people use today; then the first two once more with ten times as much stored.
 */
@Command(
        name = "service",
        description =
                "The whole service over HTTP: single requests, batches and inbox pages, against the same server that"
                        + " stores nothing, against bare RocksDB and against PostgreSQL; and what of it is left when ten"
                        + " times as much is stored.")
public final class ServiceBench implements Callable<Integer> {
    private static final int FILL_PIECE = 100_000;
    /** How much of its ratio the service may lose while what it stores grows tenfold. */
    private static final double GROWTH_TARGET = 0.80;

    @ParentCommand
    private BenchCommand how;

    private final Numbers numbers = new Numbers();
    private Report report;
    private Pair ours;
    private Pair nothing;
    private BareRows bare;

    /** What was found at one size. */
    private record Stage(Result posts, Result batches, Result pages, Result reads) {}

    @Override
    public Integer call() throws Exception {
        report = new Report(how);
        long small = how.quick() ? 200_000 : 1_000_000;
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-service");
                Pair service = Pair.start(folder.path().resolve("ours"), BenchServer.class);
                Pair hollow = Pair.start(folder.path().resolve("nothing"), StoringNothing.class);
                BareRows rows = InboxRows.open(folder.path().resolve("bare"))) {
            ours = service;
            nothing = hollow;
            bare = rows;
            warmUp();
            fill(small);
            Stage first = measure(Result.size(small));
            new PeerBench(report, how.quick(), ours, numbers).run(folder.path().resolve("postgres"));
            fill(10 * small);
            Stage grown = measure(Result.size(10 * small));
            report.add(grown.posts().growth("service.post.growth", first.posts(), GROWTH_TARGET));
            report.add(grown.batches().growth("service.batch.growth", first.batches(), GROWTH_TARGET));
            report.add(grown.pages().growth("service.page.growth", first.pages(), GROWTH_TARGET));
            report.add(grown.reads().growth("service.read.growth", first.reads(), GROWTH_TARGET));
        }
        return report.exitCode();
    }

    private void warmUp() throws IOException {
        int count = how.quick() ? 20_000 : 60_000;
        for (Pair pair : List.of(ours, nothing)) {
            pair.run("post", count, 0);
            pair.run("batch", 2 * count, count);
            pair.run("page", 2 * count, 0);
        }
        // Counts what was stored before as well.
        ours.runAndRoute("post", count, numbers.take(4 * count));
    }

    /** Until this many are stored, on both sides of every comparison that stores anything. */
    private void fill(long stored) throws IOException, RocksDBException {
        while (numbers.taken() < stored) {
            ours.runAndRoute("batch", FILL_PIECE, numbers.take(FILL_PIECE));
        }
        while (bare.stored() < numbers.taken()) {
            bare.write(bare.rows(bare.stored(), FILL_PIECE));
        }
    }

    private Stage measure(String size) throws Exception {
        long written = ours.server().written();
        long before = numbers.taken();
        Stage stage = new Stage(posts(size), batches(size), pages("page", size, 0.60), pages("read", size, 0));
        report.add(new Figure(
                "service",
                "service.written." + size,
                (ours.server().written() - written) / (double) (numbers.taken() - before),
                "bytes for each notification"));
        report.add(new Figure(
                "service", "service.memory." + size, ours.server().residentKilobytes() / 1024.0, "MB resident"));
        return stage;
    }

    private Result posts(String size) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, nothing.server()::cpuSeconds);
        int count = how.quick() ? 30_000 : 100_000;
        for (int round = 0; round < rounds(); round++) {
            long first = numbers.take(count);
            comparison.round(() -> ours.runAndRoute("post", count, first), () -> nothing.run("post", count, first));
        }
        return report.add(comparison.result(
                new Result.Case("service", "service.post." + size, "notif/s", "storing nothing", 0.40)));
    }

    private Result batches(String size) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, Comparison::cpuSeconds);
        int count = how.quick() ? 50_000 : 200_000;
        for (int round = 0; round < rounds(); round++) {
            long first = numbers.take(count);
            List<BareRows.Rows> rows = bare.rows(first, count);
            comparison.round(() -> ours.runAndRoute("batch", count, first), () -> bare.write(rows));
        }
        return report.add(comparison.result(
                new Result.Case("service", "service.batch." + size, "notif/s", "bare rocksdb", 0.40)));
    }

    /** @param what {@code page} as clients ask for it, or {@code read} if it is never the same as the last time */
    private Result pages(String what, String size, double target) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, nothing.server()::cpuSeconds);
        int count = how.quick() ? 20_000 : 100_000;
        ours.run(what, Texts.USERS, 0);
        for (int round = 0; round < rounds(); round++) {
            long first = Texts.USERS + round * (long) count;
            comparison.round(() -> ours.run(what, count, first), () -> nothing.run(what, count, first));
        }
        return report.add(comparison.result(
                new Result.Case("service", "service." + what + "." + size, "pages/s", "a constant", target)));
    }

    /** An even number, so that each side goes first as often. */
    private int rounds() {
        return how.quick() ? 4 : 8;
    }
}
