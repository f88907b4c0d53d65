package dev.tidings.bench.schedule;

import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** A metric by which the turns of two schedulers are compared, such as insert rate or 99th percentile of lateness. */
enum TurnMetric {
    INSERT(
            "insert",
            "jobs/s",
            List.of(DueTimePattern.SPREAD, DueTimePattern.BURST),
            TurnResult::insertedPerSecond,
            TurnResult::insertCpu),
    BURST(
            "burst",
            "jobs/s",
            List.of(DueTimePattern.BURST),
            turn -> turn.firing().perSecond(),
            TurnResult::fireCpu),
    SPREAD(
            "spread",
            TurnMetric.LATE,
            List.of(DueTimePattern.SPREAD),
            turn -> turn.firing().p99(),
            TurnResult::fireCpu),
    SPREAD_MEDIAN(
            "spread.median",
            TurnMetric.LATE,
            List.of(DueTimePattern.SPREAD),
            turn -> turn.firing().median(),
            TurnResult::fireCpu),
    SPREAD_LATEST(
            "spread.latest",
            TurnMetric.LATE,
            List.of(DueTimePattern.SPREAD),
            turn -> turn.firing().max(),
            TurnResult::fireCpu),
    PACED(
            "paced",
            TurnMetric.LATE,
            List.of(DueTimePattern.PACED),
            turn -> turn.firing().p99(),
            TurnResult::fireCpu);

    private static final String LATE = "ms late";
    /** Due times have millisecond precision; smaller values are clamped to avoid division by zero. */
    private static final double MIN_LATENESS_MILLIS = 0.001;

    private final String title;
    private final String unit;
    private final List<DueTimePattern> kinds;
    private final ToDoubleFunction<TurnResult> figure;
    private final ToDoubleFunction<TurnResult> cpu;

    TurnMetric(
            String title,
            String unit,
            List<DueTimePattern> kinds,
            ToDoubleFunction<TurnResult> figure,
            ToDoubleFunction<TurnResult> cpu) {
        this.title = title;
        this.unit = unit;
        this.kinds = kinds;
        this.figure = figure;
        this.cpu = cpu;
    }

    ComparisonResult.BenchCase measured(String suffix, String reference, double target) {
        return new ComparisonResult.BenchCase("schedule", "schedule." + title + suffix, unit, reference, target);
    }

    /** The kinds of turn that contribute to it. */
    List<DueTimePattern> kinds() {
        return kinds;
    }

    boolean isLateness() {
        return unit.equals(LATE);
    }

    double median(List<TurnResult> turns) {
        return Spread.of(turns.stream().mapToDouble(this::of)).median();
    }

    /** The ratio in favour of Tidings, turn by turn. */
    ComparisonResult compare(ComparisonResult.BenchCase measured, List<TurnResult> ours, List<TurnResult> theirs) {
        Spread ratios = Spread.of(IntStream.range(0, ours.size()).mapToDouble(i -> {
            double better = of(ours.get(i)) / of(theirs.get(i));
            return isLateness() ? 1 / better : better;
        }));
        return new ComparisonResult(
                measured,
                median(ours),
                median(theirs),
                ratios.median(),
                ratios.min(),
                ratios.max(),
                cpuMicros(ours),
                cpuMicros(theirs));
    }

    private double of(TurnResult turn) {
        double value = figure.applyAsDouble(turn);
        return isLateness() ? Math.max(value, MIN_LATENESS_MILLIS) : value;
    }

    private double cpuMicros(List<TurnResult> turns) {
        return 1e6
                * turns.stream().mapToDouble(cpu).sum()
                / turns.stream().mapToInt(TurnResult::jobs).sum();
    }
}
