package dev.tidings.bench.schedule;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.Report;
import dev.tidings.lab.TemporaryFolder;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/**
 * Measures the Tidings scheduler ({@code bench schedule}) against db-scheduler, Quartz and JobRunr: insert rate, burst rate and
 * lateness.
 */
@Command(
        name = "schedule",
        description =
                "The scheduler against db-scheduler, Quartz and JobRunr on PostgreSQL: inserting jobs, firing them"
                        + " spread over ten seconds and all in the same instant; and the same with ten million waiting"
                        + " jobs.")
public final class ScheduleBench implements Callable<Integer> {

    @ParentCommand
    private BenchCommand how;

    @Override
    public Integer call() throws Exception {
        Report report = new Report(how);
        ScheduleBenchSize plan = how.quick() ? ScheduleBenchSize.QUICK : ScheduleBenchSize.FULL;
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-schedule")) {
            new PeerRounds(report, plan, folder.path()).run();
            new GrowthRounds(report, plan, folder.path()).run();
        }
        return report.exitCode();
    }
}
