package dev.tidings.bench;

import java.util.List;
import java.util.stream.DoubleStream;

/** The median, minimum and maximum of a set of values. */
public record Spread(double median, double min, double max) {

    public static Spread of(DoubleStream figures) {
        List<Double> sorted = figures.sorted().boxed().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }
}
