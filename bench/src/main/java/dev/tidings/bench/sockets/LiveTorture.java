package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;
import dev.tidings.bench.TemporaryFolder;
import dev.tidings.bench.TortureCommand;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Each screen sees everything once, whoever is cut off or killed, and bad clients cost the good ones little. */
@Command(
        name = "live",
        description =
                "1,000 clients, each cut off 20 times under load in all lanes; the same with the process killed 20 times; and"
                        + " thousands of slow, broken and hostile clients. Each client sees every notification of its user"
                        + " once, hears of every mark and knows the count; healthy ones are not slowed down to half, memory"
                        + " is bounded, and nothing is left behind.")
public final class LiveTorture implements Callable<Integer> {
    /** The parts of the run. */
    enum Part {
        resume,
        kills,
        abuse
    }

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--forget-cursor",
            paramLabel = "N",
            description =
                    "Break it on purpose: at one in N cuts a client goes on from a newer place than it has seen. The"
                            + " run must then find gaps and fail.")
    private int forgetEvery;

    @Option(
            names = "--late-feed",
            description =
                    "Break it on purpose: what changed is said to be durable a moment before it is. The run with kills"
                            + " must then find gaps and fail.")
    private boolean lateFeed;

    @Option(
            names = "--no-limits",
            description =
                    "Break it on purpose: the service has endless patience with those who don't read, and listens to those"
                            + " who say too much. The part abuse must then find it and fail.")
    private boolean noLimits;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Only these of its parts: ${COMPLETION-CANDIDATES}.")
    private List<Part> only = List.of(Part.values());

    @Option(
            names = "--attack",
            paramLabel = "NAME",
            split = ",",
            description = "Only these of the attacks of the part abuse, and not its limits: slowSenders, deafReaders,"
                    + " resumingReaders, rudeReaders, connects, badFrames, floods.")
    private Set<String> attacks = Set.of();

    private boolean met = true;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        if (only.contains(Part.resume)) {
            run(Part.resume, how.quick() ? LiveRun.Size.QUICK_RESUME : LiveRun.Size.RESUME, seed);
        }
        if (only.contains(Part.kills)) {
            run(Part.kills, how.quick() ? LiveRun.Size.QUICK_KILLS : LiveRun.Size.KILLS, seed);
        }
        if (only.contains(Part.abuse)) {
            try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-live")) {
                AbuseRun.Size size = how.quick() ? AbuseRun.Size.QUICK : AbuseRun.Size.FULL;
                report(new AbuseRun(folder.path(), size, attacks, noLimits).run(), seed);
            }
        }
        return met ? 0 : 1;
    }

    private void run(Part part, LiveRun.Size size, long seed) throws Exception {
        LiveRun.Broken broken = new LiveRun.Broken(forgetEvery, lateFeed);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-live")) {
            report(new LiveRun(part.name(), folder.path().resolve("data"), size, broken, new Random(seed)).run(), seed);
        }
    }

    private void report(Findings findings, long seed) {
        System.out.println(findings.report(how.json(), seed));
        met &= findings.met();
    }
}
