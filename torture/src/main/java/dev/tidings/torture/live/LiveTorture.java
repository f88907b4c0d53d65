package dev.tidings.torture.live;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.TortureCommand;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture live}: each client must see every event once through disconnects and kills, and abusive clients must barely
 * affect healthy ones.
 */
@Command(
        name = "live",
        description =
                "1,000 clients, each disconnected 20 times under load in all lanes; the same with the process killed"
                        + " 20 times; the Java client through 20 kills; and thousands of slow, broken and hostile clients. Each client sees every"
                        + " notification of its user once, receives every read mark and knows the count; the latency of"
                        + " healthy ones does not double, memory is bounded, and nothing leaks.")
public final class LiveTorture implements Callable<Integer> {
    /** The parts of the run. */
    enum LiveTortureCase {
        resume,
        kills,
        client,
        abuse
    }

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--forget-cursor",
            paramLabel = "N",
            description =
                    "Break it on purpose: at one in N disconnects a client resumes from a newer cursor than it has"
                            + " seen. The run must then find gaps and fail.")
    private int forgetEvery;

    @Option(
            names = "--late-feed",
            description =
                    "Break it on purpose: changes are acknowledged before they are durable. The run with kills must"
                            + " then find gaps and fail.")
    private boolean lateFeed;

    @Option(
            names = "--no-limits",
            description =
                    "Break it on purpose: the service neither disconnects slow readers nor limits messages. The part"
                            + " abuse must then fail.")
    private boolean noLimits;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Run only these parts: ${COMPLETION-CANDIDATES}.")
    private List<LiveTortureCase> only = List.of(LiveTortureCase.values());

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
        if (only.contains(LiveTortureCase.resume)) {
            run(
                    LiveTortureCase.resume,
                    how.quick() ? LiveRun.LiveRunSize.QUICK_RESUME : LiveRun.LiveRunSize.RESUME,
                    seed);
        }
        if (only.contains(LiveTortureCase.kills)) {
            run(LiveTortureCase.kills, how.quick() ? LiveRun.LiveRunSize.QUICK_KILLS : LiveRun.LiveRunSize.KILLS, seed);
        }
        if (only.contains(LiveTortureCase.client)) {
            try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-live")) {
                ClientRun.ClientRunSize size =
                        how.quick() ? ClientRun.ClientRunSize.QUICK : ClientRun.ClientRunSize.FULL;
                report(
                        new ClientRun(folder.path().resolve("data"), size, forgetEvery > 0, new Random(seed)).run(),
                        seed);
            }
        }
        if (only.contains(LiveTortureCase.abuse)) {
            try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-live")) {
                AbuseRun.AbuseRunSize size = how.quick() ? AbuseRun.AbuseRunSize.QUICK : AbuseRun.AbuseRunSize.FULL;
                report(new AbuseRun(folder.path(), size, attacks, noLimits).run(), seed);
            }
        }
        return met ? 0 : 1;
    }

    private void run(LiveTortureCase part, LiveRun.LiveRunSize size, long seed) throws Exception {
        LiveRun.InjectedFaults broken = new LiveRun.InjectedFaults(forgetEvery, lateFeed);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-live")) {
            report(new LiveRun(part.name(), folder.path().resolve("data"), size, broken, new Random(seed)).run(), seed);
        }
    }

    private void report(RunFindings findings, long seed) {
        System.out.println(findings.report(how.json(), seed));
        met &= findings.met();
    }
}
