package dev.tidings.bench;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures a thing and its reference in the same run, turn by turn. Each round gives one ratio; which of the two goes first
 * changes from round to round, so that what one leaves behind (compactions, warm caches) burdens the other as often.
 */
public final class Comparison {
    private final List<Double> ours = new ArrayList<>();
    private final List<Double> theirs = new ArrayList<>();
    private double ourCpu;
    private double theirCpu;
    private double ourWork;
    private double theirWork;

    /** Some work; returns how many units of it were done. */
    public interface Work {
        double run() throws Exception;
    }

    /** One side's outcome of a round: units a second, and CPU seconds of this process. */
    private record Timing(double rate, double cpuSeconds, double units) {}

    public void round(Work our, Work their) throws Exception {
        boolean oursFirst = ours.size() % 2 == 0;
        Timing first = time(oursFirst ? our : their);
        Timing second = time(oursFirst ? their : our);
        Timing mine = oursFirst ? first : second;
        Timing reference = oursFirst ? second : first;
        ours.add(mine.rate());
        theirs.add(reference.rate());
        ourCpu += mine.cpuSeconds();
        ourWork += mine.units();
        theirCpu += reference.cpuSeconds();
        theirWork += reference.units();
    }

    /** The outcome of all rounds so far. */
    public Result result(Result.Case measured) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i) / theirs.get(i));
        }
        ratios.sort(Double::compare);
        return new Result(
                measured,
                median(ours),
                median(theirs),
                median(ratios),
                ratios.get(0),
                ratios.get(ratios.size() - 1),
                1e6 * ourCpu / ourWork,
                1e6 * theirCpu / theirWork);
    }

    private static Timing time(Work work) throws Exception {
        // What was prepared for the round must not be collected, or copied about, at the cost of the one that allocates
        // more.
        System.gc();
        double cpu = cpuSeconds();
        long start = System.nanoTime();
        double units = work.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Timing(units / seconds, cpuSeconds() - cpu, units);
    }

    private static double cpuSeconds() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / 1e9;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        sorted.sort(Double::compare);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
