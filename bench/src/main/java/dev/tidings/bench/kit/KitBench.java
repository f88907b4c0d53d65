package dev.tidings.bench.kit;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.Report;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures the overhead of the wide-column kit ({@code bench kit}): each of its engines against the plain store or driver below it. */
@Command(
        name = "kit",
        description =
                "The wide-column kit against bare RocksDB at 1 M and 10 M rows, and against the bare Cassandra driver.")
public final class KitBench implements Callable<Integer> {
    /** The engines to measure. */
    enum EngineChoice {
        rocksdb,
        cassandra,
        all
    }

    @ParentCommand
    private BenchCommand how;

    @Option(
            names = "--engine",
            defaultValue = "all",
            paramLabel = "NAME",
            description = "Only this engine: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private EngineChoice engine;

    @Override
    public Integer call() throws Exception {
        Report report = new Report(how);
        if (engine != EngineChoice.cassandra) {
            new RocksBench(report, how.quick()).run();
        }
        if (engine != EngineChoice.rocksdb) {
            new CassandraBench(report, how.quick()).run();
        }
        return report.exitCode();
    }
}
