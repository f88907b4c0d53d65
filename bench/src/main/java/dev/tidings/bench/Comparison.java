package dev.tidings.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Measures a subject and its reference in the same run, in alternating turns. Each round gives one ratio. The side that goes first
 * alternates, so that after-effects (compactions, warm caches) affect both sides equally.
 */
public final class Comparison {
    private static final int OPERATIONS_PER_CPU_FIGURE = 10_000;

    private final List<Timing> ours = new ArrayList<>();
    private final List<Timing> theirs = new ArrayList<>();
    private final DoubleSupplier ourCpu;
    private final DoubleSupplier theirCpu;

    /** Compares two subjects that run in this process. */
    public Comparison() {
        this(Comparison::cpuSeconds, Comparison::cpuSeconds);
    }

    /** Compares two subjects in other processes; each supplier returns the CPU seconds used so far. */
    public Comparison(DoubleSupplier ourCpu, DoubleSupplier theirCpu) {
        this.ourCpu = ourCpu;
        this.theirCpu = theirCpu;
    }

    /** A unit of measured work; returns the number of operations done. */
    public interface Work {
        double run() throws Exception;
    }

    /** Measured work that takes its own start and end times. */
    public interface TimedWork {
        WorkTime run() throws Exception;
    }

    /** A number of operations and the time they took. */
    public record WorkTime(double units, double seconds) {}

    /** The rate and CPU use of one side in one round. */
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
            return new WorkTime(units, (System.nanoTime() - start) / 1e9);
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

    /** The throughput of each side over all rounds so far. */
    public ComparisonResult result(ComparisonResult.BenchCase measured) {
        return result(measured, Timing::rate, ratios((mine, reference) -> mine.rate() / reference.rate()));
    }

    /**
     * The CPU cost of each side over all rounds so far, in CPU seconds per 10,000 operations. A ratio above 1 means that the reference cost
     * more, so that higher is better here too.
     */
    public ComparisonResult cpuResult(ComparisonResult.BenchCase measured) {
        ToDoubleFunction<Timing> figure = timing -> OPERATIONS_PER_CPU_FIGURE * timing.cpuSecondsEach();
        return result(
                measured, figure, ratios((mine, reference) -> reference.cpuSecondsEach() / mine.cpuSecondsEach()));
    }

    /** Computes the ratio of one round. */
    private interface RoundRatio {
        double of(Timing mine, Timing reference);
    }

    private Spread ratios(RoundRatio ratio) {
        return Spread.of(IntStream.range(0, ours.size()).mapToDouble(i -> ratio.of(ours.get(i), theirs.get(i))));
    }

    private ComparisonResult result(
            ComparisonResult.BenchCase measured, ToDoubleFunction<Timing> figure, Spread ratios) {
        return new ComparisonResult(
                measured,
                Spread.of(ours.stream().mapToDouble(figure)).median(),
                Spread.of(theirs.stream().mapToDouble(figure)).median(),
                ratios.median(),
                ratios.min(),
                ratios.max(),
                cpuMicros(ours),
                cpuMicros(theirs));
    }

    private static Timing time(TimedWork work, DoubleSupplier cpuMeter) throws Exception {
        // Garbage from preparing the round must not be collected at the cost of the side that allocates more.
        System.gc();
        double cpu = cpuMeter.getAsDouble();
        WorkTime timed = work.run();
        return new Timing(timed.units() / timed.seconds(), cpuMeter.getAsDouble() - cpu, timed.units());
    }

    /** CPU seconds of this process, without its JIT compiler threads. */
    public static double cpuSeconds() {
        return ProcessUsage.of(ProcessHandle.current().pid()).cpuSeconds();
    }

    private static double cpuMicros(List<Timing> timings) {
        double seconds = timings.stream().mapToDouble(Timing::cpuSeconds).sum();
        return 1e6 * seconds / timings.stream().mapToDouble(Timing::units).sum();
    }
}
