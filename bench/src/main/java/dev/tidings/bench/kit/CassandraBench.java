package dev.tidings.bench.kit;

import dev.tidings.bench.Comparison;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.NotMeasured;
import dev.tidings.bench.Report;
import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.lab.cassandra.CassandraOptions;
import dev.tidings.widecolumn.cassandra.CassandraConfig;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Compares the kit on Cassandra with the plain driver, which sends the same statements in the same batches to an identical table on the
 * same node. The server uses most of the machine, so rates differ little; the cost of the kit shows in the CPU time of this process, which
 * is reported separately.
 */
final class CassandraBench {
    private static final double TARGET = 0.85;
    /** At most 1.2 times the CPU of the bare driver. */
    private static final double CPU_TARGET = 1 / 1.2;

    private static final int BATCH = 10;
    /** A thousand users with a hundred rows each, from which pages are read. */
    private static final int INBOXES = 1000;

    private static final int FIRST_ROWS = 100 * INBOXES;
    private static final int WARM_UP_ROWS = BATCH * INBOXES;
    /** Minimum turns on a machine too slow to warm up in time: enough to fill the inboxes, then as many again. */
    private static final int WARM_UP_TURNS = 2 * FIRST_ROWS / WARM_UP_ROWS;

    private static final ComparisonResult.BenchCase WRITE = rate("cassandra.write", "rows/s");
    private static final ComparisonResult.BenchCase WRITE_BATCH = rate("cassandra.write.batch10", "rows/s");
    private static final ComparisonResult.BenchCase PAGE = rate("cassandra.page", "pages/s");
    private static final ComparisonResult.BenchCase CPU_WRITE = cpu("cassandra.cpu.write");
    private static final ComparisonResult.BenchCase CPU_WRITE_BATCH = cpu("cassandra.cpu.write.batch10");
    private static final ComparisonResult.BenchCase CPU_PAGE = cpu("cassandra.cpu.page");

    private final Report report;
    private final boolean quick;
    private final Random random = new Random(1);
    private long rows;

    CassandraBench(Report report, boolean quick) {
        this.report = report;
        this.quick = quick;
    }

    private static ComparisonResult.BenchCase rate(String name, String unit) {
        return new ComparisonResult.BenchCase("kit", name, unit, "bare driver", TARGET);
    }

    private static ComparisonResult.BenchCase cpu(String name) {
        return new ComparisonResult.BenchCase("kit", name, "s/10k", "bare driver", CPU_TARGET);
    }

    void run() throws Exception {
        CassandraLab lab;
        try {
            lab = CassandraLab.start(CassandraOptions.nodes(1).benchmark());
        } catch (RuntimeException e) {
            for (ComparisonResult.BenchCase missing :
                    List.of(PAGE, CPU_PAGE, WRITE, CPU_WRITE, WRITE_BATCH, CPU_WRITE_BATCH)) {
                report.add(new NotMeasured(missing, String.valueOf(e.getMessage())));
            }
            return;
        }
        try (lab;
                CqlSide kit = new KitCqlSide(CassandraConfig.of(
                        lab.contactPoints(), lab.datacenter(), keyspace("bench_kit", lab.datacenter())));
                CqlSide bare = new BareCqlSide(lab, keyspace("bench_bare", lab.datacenter()))) {
            warmUp(kit, bare);
            // Pages first, while the rows of both sides are still in memtables. If the server had flushed only one
            // side, the two would do different work.
            pages(kit, bare);
            writes(kit, bare);
            batches(kit, bare);
        }
    }

    private static CqlKeyspace keyspace(String name, String datacenter) {
        return new CqlKeyspace(name, Map.of(datacenter, 1));
    }

    /** Fills the inboxes, then repeats every measured operation until client and server have compiled their code. */
    private void warmUp(CqlSide kit, CqlSide bare) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(quick ? 25 : 40).toNanos();
        for (int turn = 0; turn < WARM_UP_TURNS || System.nanoTime() < end; turn++) {
            for (CqlSide side : turn % 2 == 0 ? List.of(kit, bare) : List.of(bare, kit)) {
                if (rows < FIRST_ROWS / 2) {
                    side.write(rows(rows, WARM_UP_ROWS));
                } else if (rows < FIRST_ROWS) {
                    side.writeBatches(batches(rows, WARM_UP_ROWS));
                } else {
                    // Rewrites the same rows: pages are measured on inboxes of a hundred rows.
                    side.readPages(inboxes(1000));
                    side.write(rows(turn % 10 * (long) WARM_UP_ROWS, WARM_UP_ROWS / 5));
                    side.writeBatches(batches(turn % 10 * (long) WARM_UP_ROWS, WARM_UP_ROWS));
                }
            }
            rows = Math.min(FIRST_ROWS, rows + WARM_UP_ROWS);
        }
    }

    private void pages(CqlSide kit, CqlSide bare) throws Exception {
        Comparison comparison = new Comparison();
        for (int round = 0; round < rounds(); round++) {
            List<Object[]> inboxes = inboxes(quick ? 6_000 : 20_000);
            comparison.round(() -> kit.readPages(inboxes), () -> bare.readPages(inboxes));
        }
        report.add(comparison.result(PAGE));
        report.add(comparison.cpuResult(CPU_PAGE));
    }

    private void writes(CqlSide kit, CqlSide bare) throws Exception {
        Comparison comparison = new Comparison();
        for (int round = 0; round < rounds(); round++) {
            List<KitRow> newRows = rows(rows, quick ? 20_000 : 60_000);
            rows += newRows.size();
            comparison.round(() -> kit.write(newRows), () -> bare.write(newRows));
        }
        report.add(comparison.result(WRITE));
        report.add(comparison.cpuResult(CPU_WRITE));
    }

    private void batches(CqlSide kit, CqlSide bare) throws Exception {
        Comparison comparison = new Comparison();
        for (int round = 0; round < rounds(); round++) {
            int count = quick ? 50_000 : 200_000;
            List<List<KitRow>> newRows = batches(rows, count);
            rows += count;
            comparison.round(() -> kit.writeBatches(newRows), () -> bare.writeBatches(newRows));
        }
        report.add(comparison.result(WRITE_BATCH));
        report.add(comparison.cpuResult(CPU_WRITE_BATCH));
    }

    /** An even number, so that each side goes first equally often. */
    private int rounds() {
        return quick ? 6 : 10;
    }

    private static List<KitRow> rows(long from, long count) {
        return LongStream.range(from, from + count).mapToObj(KitRow::nth).toList();
    }

    /** The same rows as {@link #rows}, grouped by user. Both arguments are multiples of one batch per user. */
    private static List<List<KitRow>> batches(long from, long count) {
        List<List<KitRow>> batches = new ArrayList<>();
        for (long start = from; start < from + count; start += BATCH * INBOXES) {
            for (long user = start; user < start + INBOXES; user++) {
                List<KitRow> batch = new ArrayList<>(BATCH);
                for (int i = 0; i < BATCH; i++) {
                    batch.add(KitRow.nth(user + (long) i * INBOXES));
                }
                batches.add(batch);
            }
        }
        return batches;
    }

    private List<Object[]> inboxes(int count) {
        return random.longs(count, 0, INBOXES).mapToObj(KitRow::partition).toList();
    }
}
