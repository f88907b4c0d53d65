package dev.tidings.bench.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.Report;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests of {@link PeerRanking}: the benchmark can fail. */
class PeerRankingTest {
    private static final FiringStats GOOD = firing(10_000, 10, 0, 0, 0);
    private static final FiringStats PEER = firing(1_000, 100, 0, 0, 0);

    private final TurnResults scores = new TurnResults();

    @Test
    void fasterAndPunctual_meetsEveryTarget() {
        add("ours", 90_000, GOOD);
        add("slow", 10_000, PEER);
        add("fast", 30_000, PEER);
        assertThat(exitCode(ranking -> {
                    ranking.measure(TurnMetric.INSERT, 3);
                    ranking.measure(TurnMetric.BURST, 10);
                    ranking.measure(TurnMetric.SPREAD, 10);
                    ranking.exactness();
                }))
                .isZero();
    }

    @Test
    void rate_isComparedWithTheFastestPeer() {
        add("ours", 30_000, GOOD);
        add("slow", 10_000, PEER);
        add("fast", 29_000, PEER);
        assertThat(exitCode(ranking -> ranking.measure(TurnMetric.INSERT, 1.5))).isEqualTo(1);
    }

    @Test
    void lateness_isComparedWithTheMostPunctualPeer() {
        add("ours", 1, firing(1, 60, 0, 0, 0));
        add("slow", 1, firing(1, 500, 0, 0, 0));
        add("fast", 1, firing(1, 100, 0, 0, 0));
        assertThat(exitCode(ranking -> ranking.measure(TurnMetric.SPREAD, 2))).isEqualTo(1);
        assertThat(exitCode(ranking -> ranking.measure(TurnMetric.SPREAD, 1.6))).isZero();
    }

    @Test
    void earlyPeer_isNotTheMostPunctual() {
        add("ours", 1, GOOD);
        add("slow", 1, PEER);
        add("fast", 1, firing(1, 1, 3, 0, 0));
        assertThat(exitCode(ranking -> ranking.best(TurnMetric.SPREAD, 10))).isZero();
    }

    @Test
    void peerWithFewerJobs_isNotTheMostPunctual() {
        add("ours", 1, GOOD);
        add("slow", 1, PEER);
        scores.add("fast", DueTimePattern.SPREAD, new TurnResult(50, 1, 1, 1, firing(1, 1, 0, 0, 0)));
        assertThat(exitCode(ranking -> ranking.best(TurnMetric.SPREAD, 10))).isZero();
    }

    @Test
    void exactness_failsOnOneEarlyMissingOrRepeatedJob() {
        for (FiringStats flawed : List.of(firing(1, 1, 1, 0, 0), firing(1, 1, 0, 1, 0), firing(1, 1, 0, 0, 1))) {
            TurnResults some = new TurnResults();
            some.add("ours", DueTimePattern.SPREAD, new TurnResult(100, 1, 1, 1, GOOD));
            some.add("ours", DueTimePattern.BURST, new TurnResult(100, 1, 1, 1, flawed));
            assertThat(exitCode(some, PeerRanking::exactness)).isEqualTo(1);
        }
    }

    @Test
    void exactness_onlyReportsFlawsOfPeers() {
        add("ours", 1, GOOD);
        add("slow", 1, firing(1, 1, 1, 1, 1));
        add("fast", 1, PEER);
        assertThat(exitCode(PeerRanking::exactness)).isZero();
    }

    @Test
    void failedPeer_isNotMet() {
        add("ours", 90_000, GOOD);
        add("slow", 10_000, PEER);
        scores.fail("fast", "no server");
        assertThat(exitCode(ranking -> ranking.measure(TurnMetric.INSERT, 1.5))).isEqualTo(1);
        assertThat(exitCode(ranking -> ranking.best(TurnMetric.INSERT, 1.5))).isZero();
    }

    @Test
    void nothingIsMet_withoutPeersOrTidings() {
        add("ours", 90_000, GOOD);
        scores.fail("slow", "no server");
        scores.fail("fast", "no server");
        assertThat(exitCode(ranking -> ranking.best(TurnMetric.INSERT, 0))).isEqualTo(1);
        scores.fail("ours", "broken");
        assertThat(exitCode(PeerRanking::exactness)).isEqualTo(1);
    }

    @Test
    void contenderThatFiresNothing_isNotMeasured() {
        add("ours", 1, firing(0, 1, 0, 100, 0));
        assertThat(scores.failure("ours")).contains("fired none of 100 jobs");
    }

    private void add(String who, double insertedPerSecond, FiringStats firing) {
        for (DueTimePattern kind : DueTimePattern.values()) {
            scores.add(who, kind, new TurnResult(100, insertedPerSecond, 1, 1, firing));
        }
    }

    private static FiringStats firing(double perSecond, double p99, int early, int missing, int repeated) {
        return new FiringStats(perSecond, p99, p99, p99, early, missing, repeated);
    }

    private int exitCode(Consumer<PeerRanking> what) {
        return exitCode(scores, what);
    }

    private static int exitCode(TurnResults scores, Consumer<PeerRanking> what) {
        BenchCommand how = new BenchCommand();
        new CommandLine(how).parseArgs("--enforce", "--json");
        Report report = new Report(how);
        what.accept(new PeerRanking(report, scores, "ours", List.of("slow", "fast")));
        return report.exitCode();
    }
}
