package dev.tidings.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Measures a thing and its reference in the same run, turn by turn. Each round gives one ratio; which of the two goes first
 * changes from round to round, so that what one leaves behind (compactions, warm caches) burdens the other as often.
 */
public final class Comparison {
    private static final int OPERATIONS_OF_A_CPU_FIGURE = 10_000;

    private final List<Timing> ours = new ArrayList<>();
    private final List<Timing> theirs = new ArrayList<>();
    private final DoubleSupplier ourCpu;
    private final DoubleSupplier theirCpu;

    /** Of things that run in this process. */
    public Comparison() {
        this(Comparison::cpuSeconds, Comparison::cpuSeconds);
    }

    /** Of things that run elsewhere: each tells the CPU seconds it has used so far. */
    public Comparison(DoubleSupplier ourCpu, DoubleSupplier theirCpu) {
        this.ourCpu = ourCpu;
        this.theirCpu = theirCpu;
    }

    /** Some work; returns how many units of it were done. */
    public interface Work {
        double run() throws Exception;
    }

    /** Some work that knows better than its caller when it began and was over. */
    public interface TimedWork {
        Timed run() throws Exception;
    }

    /** How many units of it were done, and in which time. */
    public record Timed(double units, double seconds) {}

    /** One side's outcome of a round: units a second, and CPU seconds. */
    private record Timing(double rate, double cpuSeconds, double units) {
        double cpuSecondsEach() {
            return cpuSeconds / units;
        }
    }

    public void round(Work our, Work their) throws Exception {
        timedRound(timed(our), timed(their));
    }

    private static TimedWork timed(Work work) {
        return () -> {
            long start = System.nanoTime();
            double units = work.run();
            return new Timed(units, (System.nanoTime() - start) / 1e9);
        };
    }

    public void timedRound(TimedWork our, TimedWork their) throws Exception {
        if (ours.size() % 2 == 0) {
            ours.add(time(our, ourCpu));
            theirs.add(time(their, theirCpu));
        } else {
            theirs.add(time(their, theirCpu));
            ours.add(time(our, ourCpu));
        }
    }

    /** How fast each side was over all rounds so far. */
    public Result result(Result.Case measured) {
        return result(measured, Timing::rate, ratios((mine, reference) -> mine.rate() / reference.rate()));
    }

    /**
     * What each side cost this process over all rounds so far, in CPU seconds for 10,000 units of work. A ratio above 1 means
     * that the reference cost more, so that here, too, more is better.
     */
    public Result cpuResult(Result.Case measured) {
        ToDoubleFunction<Timing> figure = timing -> OPERATIONS_OF_A_CPU_FIGURE * timing.cpuSecondsEach();
        return result(
                measured, figure, ratios((mine, reference) -> reference.cpuSecondsEach() / mine.cpuSecondsEach()));
    }

    private interface RoundRatio {
        double of(Timing mine, Timing reference);
    }

    private Spread ratios(RoundRatio ratio) {
        return Spread.of(IntStream.range(0, ours.size()).mapToDouble(i -> ratio.of(ours.get(i), theirs.get(i))));
    }

    private Result result(Result.Case measured, ToDoubleFunction<Timing> figure, Spread ratios) {
        return new Result(
                measured,
                Spread.of(ours.stream().mapToDouble(figure)).median(),
                Spread.of(theirs.stream().mapToDouble(figure)).median(),
                ratios.median(),
                ratios.lowest(),
                ratios.highest(),
                cpuMicros(ours),
                cpuMicros(theirs));
    }

    private static Timing time(TimedWork work, DoubleSupplier cpuMeter) throws Exception {
        // What was prepared for the round must not be collected, or copied about, at the cost of the one that allocates
        // more.
        System.gc();
        double cpu = cpuMeter.getAsDouble();
        Timed timed = work.run();
        return new Timing(timed.units() / timed.seconds(), cpuMeter.getAsDouble() - cpu, timed.units());
    }

    /** Of this process. */
    public static double cpuSeconds() {
        return OwnCpu.seconds();
    }

    private static double cpuMicros(List<Timing> timings) {
        double seconds = timings.stream().mapToDouble(Timing::cpuSeconds).sum();
        return 1e6 * seconds / timings.stream().mapToDouble(Timing::units).sum();
    }
}
