package dev.tidings.bench.schedule;

import dev.tidings.bench.Result;
import dev.tidings.bench.Spread;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** A metric by which turns are compared. */
enum Measure {
    INSERT("insert", "jobs/s", List.of(Kind.SPREAD, Kind.BURST), Turn::insertedPerSecond, Turn::insertCpu),
    BURST("burst", "jobs/s", List.of(Kind.BURST), turn -> turn.firing().perSecond(), Turn::fireCpu),
    SPREAD("spread", Measure.LATE, List.of(Kind.SPREAD), turn -> turn.firing().p99(), Turn::fireCpu),
    SPREAD_MEDIAN(
            "spread.median",
            Measure.LATE,
            List.of(Kind.SPREAD),
            turn -> turn.firing().middle(),
            Turn::fireCpu),
    SPREAD_LATEST(
            "spread.latest",
            Measure.LATE,
            List.of(Kind.SPREAD),
            turn -> turn.firing().latest(),
            Turn::fireCpu),
    PACED("paced", Measure.LATE, List.of(Kind.PACED), turn -> turn.firing().p99(), Turn::fireCpu);

    private static final String LATE = "ms late";
    /** Due times have millisecond precision; smaller values are clamped to avoid division by zero. */
    private static final double MIN_LATENESS_MILLIS = 0.001;

    private final String title;
    private final String unit;
    private final List<Kind> kinds;
    private final ToDoubleFunction<Turn> figure;
    private final ToDoubleFunction<Turn> cpu;

    Measure(String title, String unit, List<Kind> kinds, ToDoubleFunction<Turn> figure, ToDoubleFunction<Turn> cpu) {
        this.title = title;
        this.unit = unit;
        this.kinds = kinds;
        this.figure = figure;
        this.cpu = cpu;
    }

    Result.Case measured(String suffix, String reference, double target) {
        return new Result.Case("schedule", "schedule." + title + suffix, unit, reference, target);
    }

    /** The kinds of turn that contribute to it. */
    List<Kind> kinds() {
        return kinds;
    }

    boolean lateness() {
        return unit.equals(LATE);
    }

    double median(List<Turn> turns) {
        return Spread.of(turns.stream().mapToDouble(this::of)).median();
    }

    /** The ratio in favour of Tidings, turn by turn. */
    Result compare(Result.Case measured, List<Turn> ours, List<Turn> theirs) {
        Spread ratios = Spread.of(IntStream.range(0, ours.size()).mapToDouble(i -> {
            double better = of(ours.get(i)) / of(theirs.get(i));
            return lateness() ? 1 / better : better;
        }));
        return new Result(
                measured,
                median(ours),
                median(theirs),
                ratios.median(),
                ratios.lowest(),
                ratios.highest(),
                cpuMicros(ours),
                cpuMicros(theirs));
    }

    private double of(Turn turn) {
        double value = figure.applyAsDouble(turn);
        return lateness() ? Math.max(value, MIN_LATENESS_MILLIS) : value;
    }

    private double cpuMicros(List<Turn> turns) {
        return 1e6
                * turns.stream().mapToDouble(cpu).sum()
                / turns.stream().mapToInt(Turn::jobs).sum();
    }
}
