package dev.tidings.bench.optout;

import dev.tidings.bench.TemporaryFolder;
import dev.tidings.bench.TortureCommand;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Opt-out is immediate. */
@Command(
        name = "optout",
        description =
                "10,000 users opt out while notifications to them are queued, or before. Nothing is shown that was"
                        + " decided after the opt-out was answered.")
public final class OptOutTorture implements Callable<Integer> {
    private static final int TRIALS = 10_000;
    private static final int QUICK_TRIALS = 1_000;

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--wrong-moment",
            description =
                    "Break it on purpose: take opt-outs as answered when they are asked for. The run must then fail.")
    private boolean wrongMoment;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-optout");
                OptOutRun run = new OptOutRun(folder.path().resolve("data"), new Random(seed), wrongMoment)) {
            run.run(how.quick() ? QUICK_TRIALS : TRIALS);
            boolean met = run.broken() == 0 && run.shownBefore() > 0 && run.suppressed() > 0;
            String form = how.json()
                    ? "{\"torture\":\"optout\",\"trials\":%d,\"shownBefore\":%d,\"suppressed\":%d,\"broken\":%d,"
                            + "\"met\":%b,\"seed\":%d}%n"
                    : "optout: %,d trials, %,d decided before the opt-out and shown, %,d suppressed, %d shown although"
                            + " decided after it, promise kept: %b (seed %d)%n";
            System.out.printf(
                    Locale.ROOT, form, run.trials(), run.shownBefore(), run.suppressed(), run.broken(), met, seed);
            return met ? 0 : 1;
        }
    }
}
