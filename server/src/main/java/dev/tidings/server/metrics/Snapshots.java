package dev.tidings.server.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Builds the snapshots of metrics that are read when they are scraped. */
public final class Snapshots {
    private Snapshots() {}

    public static MetricSnapshot gauge(String name, String help, double value) {
        return gauge(name, help, Map.of(Labels.EMPTY, value), number -> number);
    }

    /** A gauge with a value for each of some labels. */
    public static <T> MetricSnapshot gauge(
            String name, String help, Map<Labels, T> sources, ToDoubleFunction<T> value) {
        GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(name).help(help);
        sources.forEach((labels, source) -> gauge.dataPoint(GaugeDataPointSnapshot.builder()
                .labels(labels)
                .value(value.applyAsDouble(source))
                .build()));
        return gauge.build();
    }

    /** @param name without the suffix {@code _total} */
    static MetricSnapshot counter(String name, String help, double value) {
        return CounterSnapshot.builder()
                .name(name)
                .help(help)
                .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                        .value(value)
                        .build())
                .build();
    }
}
