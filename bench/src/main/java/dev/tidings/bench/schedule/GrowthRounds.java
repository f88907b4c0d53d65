package dev.tidings.bench.schedule;

import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.NotMeasured;
import dev.tidings.bench.Report;
import dev.tidings.bench.ZeroCount;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Compares the Tidings scheduler with millions of waiting jobs to the same scheduler with an empty store. At least 80 % of each
 * figure must remain.
 */
final class GrowthRounds {
    private static final List<TurnMetric> MEASURES = List.of(TurnMetric.INSERT, TurnMetric.BURST, TurnMetric.SPREAD);
    private static final String EMPTY = "empty store";
    private static final String FULL = "full store";
    /** The share of each figure that must remain. */
    private static final double TARGET = 0.8;

    private static final int WARM_UPS = 3;

    private final Report report;
    private final ScheduleBenchSize plan;
    private final Path folder;
    private final TurnResults scores = new TurnResults();

    GrowthRounds(Report report, ScheduleBenchSize plan, Path folder) {
        this.report = report;
        this.plan = plan;
        this.folder = folder;
    }

    void run() {
        try (SchedulerProcess empty = new SchedulerProcess(Contender.TIDINGS, folder.resolve("empty"), "");
                SchedulerProcess full = new SchedulerProcess(Contender.TIDINGS, folder.resolve("full"), "")) {
            full.fill(plan.waiting());
            // Several times, because the filled side has had more warm-up.
            for (int i = 0; i < WARM_UPS; i++) {
                full.warmUp(plan.jobs());
                empty.warmUp(plan.jobs());
            }
            for (int round = 0; round < plan.rounds(); round++) {
                for (DueTimePattern kind : List.of(DueTimePattern.SPREAD, DueTimePattern.BURST)) {
                    // The side that goes first alternates.
                    turn(round % 2 == 0 ? FULL : EMPTY, round % 2 == 0 ? full : empty, kind);
                    turn(round % 2 == 0 ? EMPTY : FULL, round % 2 == 0 ? empty : full, kind);
                }
            }
        } catch (IOException e) {
            scores.fail(FULL, e.getMessage());
        }
        write();
    }

    private void turn(String who, SchedulerProcess side, DueTimePattern kind) throws IOException {
        scores.add(who, kind, side.turn(plan.jobs(), kind.over(plan.spread())));
    }

    private void write() {
        String size = "." + ComparisonResult.size(plan.waiting());
        Optional<String> failure = scores.failure(FULL).or(() -> scores.failure(EMPTY));
        for (TurnMetric measure : MEASURES) {
            ComparisonResult.BenchCase measured = measure.measured(size, EMPTY, TARGET);
            if (failure.isPresent()) {
                report.add(new NotMeasured(measured, failure.get()));
            } else {
                report.add(measure.compare(measured, scores.turns(FULL, measure), scores.turns(EMPTY, measure)));
            }
        }
        if (failure.isEmpty()) {
            report.add(new ZeroCount("schedule", "schedule.flawed" + size, flaws(), "jobs early, missing or repeated"));
        }
    }

    private long flaws() {
        return scores.turns(FULL).stream()
                .map(TurnResult::firing)
                .mapToInt(firing -> firing.early() + firing.missing() + firing.repeated())
                .sum();
    }
}
