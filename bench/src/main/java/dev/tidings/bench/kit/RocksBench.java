package dev.tidings.bench.kit;

import dev.tidings.bench.Comparison;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Report;
import dev.tidings.lab.TemporaryFolder;
import dev.tidings.widecolumn.rocksdb.Durability;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RowImage;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Compares the kit on RocksDB with plain RocksDB at the same settings: writing the same bytes in the same batches from as many threads, and
 * reading pages of 20 rows. Both stores grow together, so that they are compared at equal size.
 */
final class RocksBench {
    private static final double TARGET = 0.70;
    /** The share of its ratio that the kit must keep while the tables grow tenfold. */
    private static final double GROWTH_TARGET = 0.80;

    private static final int WARM_UP_ROWS = 50_000;

    private final Report report;
    private final boolean quick;

    RocksBench(Report report, boolean quick) {
        this.report = report;
        this.quick = quick;
    }

    void run() throws Exception {
        long small = quick ? 200_000 : 1_000_000;
        grow(Durability.FSYNC, small, 10 * small);
        grow(Durability.OS, small, 10 * small);
    }

    private void grow(Durability durability, long small, long large) throws Exception {
        String mode = durability.name().toLowerCase(Locale.ROOT);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-kit");
                KitRocksSide kit = new KitRocksSide(config(folder, "kit", durability));
                BareRocksSide bare = new BareRocksSide(config(folder, "bare", durability))) {
            warmUp(kit, bare);
            ComparisonResult smallWrites = writes(kit, bare, small, small / 10, mode);
            ComparisonResult smallPages = pages(kit, bare, mode);
            ComparisonResult largeWrites = writes(kit, bare, large, small / 4, mode);
            ComparisonResult largePages = pages(kit, bare, mode);
            report.add(largeWrites.retainedRatio("rocksdb.write." + mode + ".growth", smallWrites, GROWTH_TARGET));
            report.add(largePages.retainedRatio("rocksdb.page." + mode + ".growth", smallPages, GROWTH_TARGET));
        }
    }

    private static RocksConfig config(TemporaryFolder folder, String name, Durability durability) {
        return RocksConfig.in(folder.path().resolve(name)).withDurability(durability);
    }

    /** Runs until the code is compiled; the rows it writes count as the first rows. */
    private static void warmUp(KitRocksSide kit, BareRocksSide bare) throws Exception {
        for (int i = 0; i < 2; i++) {
            List<KitRow> rows = rows(kit.rows(), WARM_UP_ROWS);
            kit.write(rows);
            bare.write(BareRocksSide.images(rows));
            bare.settle(kit.rows());
            kit.readPages(20_000);
            bare.readPages(20_000);
        }
    }

    private static List<KitRow> rows(long from, long count) {
        return LongStream.range(from, from + count).mapToObj(KitRow::nth).toList();
    }

    /** Fills both stores to this many rows, in rounds. */
    private ComparisonResult writes(KitRocksSide kit, BareRocksSide bare, long upTo, long rowsPerRound, String mode)
            throws Exception {
        Comparison comparison = new Comparison();
        while (kit.rows() < upTo) {
            List<KitRow> rows = rows(kit.rows(), Math.min(rowsPerRound, upTo - kit.rows()));
            List<RowImage> images = BareRocksSide.images(rows);
            comparison.round(() -> kit.write(rows), () -> bare.write(images));
        }
        return report.add(comparison.result(named("write", mode, upTo, "rows/s")));
    }

    private ComparisonResult pages(KitRocksSide kit, BareRocksSide bare, String mode) throws Exception {
        kit.settle();
        bare.settle(kit.rows());
        int pages = quick ? 20_000 : 60_000;
        Comparison comparison = new Comparison();
        for (int round = 0; round < 8; round++) {
            comparison.round(() -> kit.readPages(pages), () -> bare.readPages(pages));
        }
        return report.add(comparison.result(named("page", mode, kit.rows(), "pages/s")));
    }

    private ComparisonResult.BenchCase named(String what, String mode, long rows, String unit) {
        return new ComparisonResult.BenchCase(
                "kit",
                "rocksdb." + what + "." + mode + "." + ComparisonResult.size(rows),
                unit,
                "bare rocksdb",
                TARGET);
    }
}
