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

/**
 * Verifies live connections: each client sees every event once through disconnects and kills, and abusive clients barely affect healthy
 * ones.
 */
@Command(
        name = "live",
        description =
                "1,000 clients, each disconnected 20 times under load in all lanes; the same with the process killed 20 times; and"
                        + " thousands of slow, broken and hostile clients. Each client sees every notification of its user"
                        + " once, receives every read mark and knows the count; the latency of healthy ones does not double,"
                        + " memory is bounded, and nothing leaks.")
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
                    "Break it on purpose: at one in N disconnects a client resumes from a newer cursor than it has seen."
                            + " The run must then find gaps and fail.")
    private int forgetEvery;

    @Option(
            names = "--late-feed",
            description =
                    "Break it on purpose: changes are acknowledged before they are durable. The run with kills must then"
                            + " find gaps and fail.")
    private boolean lateFeed;

    @Option(
            names = "--no-limits",
            description =
                    "Break it on purpose: the service neither disconnects slow readers nor limits messages. The part abuse"
                            + " must then fail.")
    private boolean noLimits;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Run only these parts: ${COMPLETION-CANDIDATES}.")
    private List<Part> only = List.of(Part.values());

    @Option(
            names = "--attack",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Run only these attacks of the part abuse, without its connection limits: slowSenders, deafReaders,"
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
