package dev.tidings.torture.optout;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.torture.TortureCommand;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture optout}: an opt-out must take effect as soon as it is acknowledged, for the inbox and for outbound
 * deliveries.
 */
@Command(
        name = "optout",
        description =
                "10,000 users opt out before notifications to them are sent, or while they are queued, delivered or"
                        + " retried. After the opt-out is acknowledged, nothing is shown and no provider is called.")
public final class OptOutTorture implements Callable<Integer> {
    private static final int TRIALS = 10_000;
    private static final int QUICK_TRIALS = 1_000;

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--wrong-moment",
            description =
                    "Break it on purpose: take opt-outs as acknowledged when they are requested. The run must then"
                            + " fail.")
    private boolean wrongMoment;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        int trials = how.quick() ? QUICK_TRIALS : TRIALS;
        boolean inbox = inbox(trials, seed);
        boolean outbound = outbound(trials, seed);
        return inbox && outbound ? 0 : 1;
    }

    private boolean inbox(int trials, long seed) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-optout");
                OptOutRun run = new OptOutRun(folder.path().resolve("data"), new Random(seed), wrongMoment)) {
            run.run(trials);
            boolean met = run.violations() == 0 && run.shownBefore() > 0 && run.suppressed() > 0;
            String form = how.json()
                    ? "{\"torture\":\"optout\",\"case\":\"inbox\",\"trials\":%d,\"before\":%d,\"suppressed\":%d,\"broken\":%d,"
                            + "\"met\":%b,\"seed\":%d}%n"
                    : "optout, inbox: %,d trials, %,d decided before the opt-out and shown, %,d suppressed, %d shown"
                            + " although decided after it, guarantees held: %b (seed %d)%n";
            System.out.printf(
                    Locale.ROOT, form, run.trials(), run.shownBefore(), run.suppressed(), run.violations(), met, seed);
            return met;
        }
    }

    private boolean outbound(int trials, long seed) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-optout");
                OutboundOptOutRun run =
                        new OutboundOptOutRun(folder.path().resolve("data"), new Random(seed), wrongMoment)) {
            run.run(trials);
            boolean met = run.violations() == 0 && run.calledBefore() > 0 && run.neverCalled() > 0;
            String form = how.json()
                    ? "{\"torture\":\"optout\",\"case\":\"outbound\",\"trials\":%d,\"before\":%d,\"suppressed\":%d,"
                            + "\"broken\":%d,\"met\":%b,\"seed\":%d}%n"
                    : "optout, outbound: %,d trials, in %,d the provider was called only before the opt-out was"
                            + " acknowledged, in %,d never, in %d after it, guarantees held: %b (seed %d)%n";
            System.out.printf(
                    Locale.ROOT,
                    form,
                    run.trials(),
                    run.calledBefore(),
                    run.neverCalled(),
                    run.violations(),
                    met,
                    seed);
            return met;
        }
    }
}
