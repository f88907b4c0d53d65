package dev.tidings.torture.hostile;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.TortureCommand;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The run {@code torture hostile}: the service on stores that do the worst that shared stores may do, seed after seed. */
@Command(
        name = "hostile",
        description =
                "1,000 random histories on tables, hot state and log that do the worst they may: batches visible part by"
                        + " part, unknown outcomes, lost updates, lost state, partitions that move. Every user sees everything once.")
public final class HostileTorture implements Callable<Integer> {
    private static final int SEEDS = 1_000;
    private static final int QUICK_SEEDS = 40;
    private static final int PROGRESS_EVERY = 50;
    private static final RunFindings.Violation WRONG = new RunFindings.Violation("wrong", "not as the model has it");

    @ParentCommand
    private TortureCommand how;

    @Override
    public Integer call() throws Exception {
        long first = how.seed().orElse(1);
        int seeds = how.seed().isPresent() ? 1 : how.quick() ? QUICK_SEEDS : SEEDS;
        RunFindings findings = new RunFindings("hostile", "service", WRONG);
        for (long seed = first; seed < first + seeds; seed++) {
            for (String violation : run(seed)) {
                findings.violated(WRONG, "seed " + seed + ": " + violation);
            }
            findings.attempted("histories", 1);
            if (seed % PROGRESS_EVERY == 0) {
                findings.progress("seed " + seed);
            }
        }
        System.out.println(findings.report(how.json(), first));
        return findings.met() ? 0 : 1;
    }

    static List<String> run(long seed) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-hostile");
                HostileRun run = new HostileRun(folder.path().resolve("data"), seed)) {
            return run.run();
        }
    }
}
