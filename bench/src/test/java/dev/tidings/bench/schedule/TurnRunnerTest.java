package dev.tidings.bench.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.testkit.SteppedClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link TurnRunner}: rates, lateness, and early, missing and repeated firings. */
class TurnRunnerTest {
    private static final int COUNT = 200;

    private final SteppedClock clock = new SteppedClock();
    private final FakeAdapter side = new FakeAdapter();
    private final TurnRunner stage = new TurnRunner(side, clock, Duration.ZERO);

    @AfterEach
    void close() throws IOException {
        stage.close();
    }

    @Test
    void correctSide_hasNoFlaws() throws Exception {
        assertThat(stage.insert(COUNT, Duration.ofSeconds(10))).isTrue();
        side.fireAll(clock, Duration.ofMillis(3));
        TurnResult turn = stage.finish();
        assertThat(turn.jobs()).isEqualTo(COUNT);
        assertThat(turn.firing()).isEqualTo(new FiringStats(turn.firing().perSecond(), 3, 3, 3, 0, 0, 0));
        assertThat(side.running()).isFalse();
    }

    @Test
    void burstRate_countsFromTheDueTime() throws Exception {
        stage.insert(COUNT, Duration.ZERO);
        clock.advanceTo(side.jobs().get(0).due().plusSeconds(2));
        side.jobs().forEach(side::fire);
        assertThat(stage.finish().firing().perSecond()).isEqualTo(COUNT / 2.0);
    }

    @Test
    void earlyFiring_doesNotImproveTheRate() throws Exception {
        stage.insert(COUNT, Duration.ZERO);
        Instant due = side.jobs().get(0).due();
        clock.advanceTo(due.minusMillis(500));
        side.fire(side.jobs().get(0));
        clock.advanceTo(due.plusMillis(500));
        side.jobs().stream().skip(1).forEach(side::fire);
        FiringStats firing = stage.finish().firing();
        assertThat(firing.early()).isEqualTo(1);
        assertThat(firing.perSecond()).isEqualTo(COUNT);
    }

    @Test
    void lostJob_isMissingAndLate() throws Exception {
        stage.insert(COUNT, Duration.ZERO);
        clock.advanceTo(side.jobs().get(0).due());
        side.jobs().stream().skip(3).forEach(side::fire);
        clock.advance(Duration.ofSeconds(7));
        FiringStats firing = stage.finish().firing();
        assertThat(firing.missing()).isEqualTo(3);
        assertThat(firing.median()).isZero();
        assertThat(firing.p99()).isEqualTo(7_000);
    }

    @Test
    void jobFiredTwice_isRepeated() throws Exception {
        stage.insert(COUNT, Duration.ZERO);
        side.fireAll(clock, Duration.ZERO);
        side.fire(side.jobs().get(5));
        assertThat(stage.finish().firing().repeated()).isEqualTo(1);
    }

    @Test
    void jobOfAnEarlierTurn_isRepeated() throws Exception {
        stage.insert(COUNT, Duration.ZERO);
        side.fireAll(clock, Duration.ZERO);
        stage.finish();
        BenchJob old = side.jobs().get(0);
        stage.insert(COUNT, Duration.ZERO);
        side.fire(old);
        side.jobs().stream().skip(COUNT).forEach(side::fire);
        FiringStats firing = stage.finish().firing();
        assertThat(firing.repeated()).isEqualTo(1);
        assertThat(firing.missing()).isZero();
    }

    @Test
    void warmUpWithoutFirings_fails() {
        assertThatThrownBy(() -> stage.warmUp(COUNT)).hasMessageContaining(COUNT + " were not fired");
    }

    @Test
    void waitingJobs_areDueLongAfterTheBenchmark() throws Exception {
        stage.fill(COUNT);
        assertThat(side.jobs()).hasSize(COUNT).allSatisfy(job -> {
            assertThat(job.due()).isAfter(clock.instant().plus(Duration.ofMinutes(59)));
            assertThat(job.payload().getBytes(UTF_8)).hasSize(300);
        });
    }

    @Test
    void turn_survivesEncodingAsALine() {
        TurnResult turn = new TurnResult(7, 1.5, 2.5, 3.5, new FiringStats(4.5, -5.5, 6.5, 7.5, 8, 9, 10));
        assertThat(TurnResult.parse(turn.line())).isEqualTo(turn);
    }

    @Test
    void jobs_areSpreadEvenly() {
        Instant start = Instant.ofEpochMilli(1_000);
        List<BenchJob> jobs = BenchJob.spread(5, 4, start, Duration.ofSeconds(2));
        assertThat(jobs).extracting(BenchJob::number).containsExactly(5L, 6L, 7L, 8L);
        assertThat(jobs).extracting(job -> job.due().toEpochMilli()).containsExactly(1_000L, 1_500L, 2_000L, 2_500L);
    }
}
