package dev.tidings.torture.schedule;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.lab.cassandra.CassandraOptions;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.TortureCommand;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture schedule}: each scheduled notification must be sent exactly once, at its due time, despite kills, pauses and
 * clock changes.
 */
@Command(
        name = "schedule",
        description = "100,000 schedules in one minute, added, cancelled and rescheduled while the process is killed 10"
                + " times; clock changes and an hour of downtime; two processes on one Cassandra, the owner paused 20"
                + " times. Each takes effect once, none is early, none of the cancelled is sent, and no tombstone is"
                + " read.")
public final class ScheduleTorture implements Callable<Integer> {
    private static final int PAUSES = 20;
    private static final int QUICK_PAUSES = 2;
    private static final int FIRED = 100_000;
    private static final int QUICK_FIRED = 10_000;
    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    /** The parts of the run. */
    enum ScheduleTortureCase {
        kills,
        clocks,
        owners
    }

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--ack-early",
            description = "Break it on purpose: accept schedules before they are durable. The run must then find losses"
                    + " and fail.")
    private boolean ackEarly;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Run only these parts: ${COMPLETION-CANDIDATES}.")
    private List<ScheduleTortureCase> only = List.of(ScheduleTortureCase.values());

    private boolean met = true;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        if (only.contains(ScheduleTortureCase.kills)) {
            try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-schedule")) {
                KillRun.KillRunSize size = how.quick() ? KillRun.KillRunSize.QUICK : KillRun.KillRunSize.FULL;
                report(new KillRun(folder.path().resolve("data"), size, ackEarly, new Random(seed)).run(), seed);
            }
        }
        if (only.contains(ScheduleTortureCase.clocks)) {
            ClockRun clocks = new ClockRun(how.quick() ? 10_000 : 50_000, new Random(seed));
            report(clocks.clockChanges(), seed);
            report(clocks.daylightSaving(), seed);
            report(clocks.downForAnHour(), seed);
        }
        if (only.contains(ScheduleTortureCase.owners)) {
            try (CassandraLab lab = CassandraLab.start(
                            CassandraOptions.nodes(1).disposable().startTimeout(START_LIMIT));
                    TemporaryFolder folder = new TemporaryFolder("tidings-torture-schedule")) {
                int pauses = how.quick() ? QUICK_PAUSES : PAUSES;
                report(new OwnerPauseRun(lab, folder.path(), pauses, new Random(seed)).run(), seed);
                report(new TombstoneRun(lab, folder.path(), how.quick() ? QUICK_FIRED : FIRED).run(), seed);
            }
        }
        return met ? 0 : 1;
    }

    private void report(RunFindings findings, long seed) {
        System.out.println(findings.report(how.json(), seed));
        met &= findings.met();
    }
}
