package dev.tidings.server.storage;

import dev.tidings.core.log.Stage;
import dev.tidings.server.metrics.DurationHistogram;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Locale;

/** Metrics of one pipeline stage: its records, the duration of its batches, and failures. */
final class StageMeters {
    private final Counter records;
    private final Counter failures;
    private final DurationHistogram.Recorder batches;

    /** Creates the meters of all stages in one registry. */
    static final class Factory {
        private final PrometheusMeterRegistry registry;
        private final DurationHistogram batches;

        Factory(PrometheusMeterRegistry registry) {
            this.registry = registry;
            batches = DurationHistogram.register(
                    registry,
                    "tidings_stage_batch_duration_seconds",
                    "Time from the poll of a batch until it is acknowledged, by stage",
                    "stage");
        }

        StageMeters of(Stage stage) {
            return new StageMeters(registry, batches, label(stage));
        }
    }

    private StageMeters(PrometheusMeterRegistry registry, DurationHistogram batches, String stage) {
        records = Counter.builder("tidings.stage.records")
                .description("Records that a stage has processed")
                .tag("stage", stage)
                .register(registry);
        failures = Counter.builder("tidings.stage.failures")
                .description("Batches that could not be processed and are redelivered")
                .tag("stage", stage)
                .register(registry);
        this.batches = batches.with(stage);
    }

    static String label(Stage stage) {
        return stage.name().toLowerCase(Locale.ROOT);
    }

    void done(int count, long nanos) {
        records.increment(count);
        batches.record(nanos);
    }

    void failed() {
        failures.increment();
    }
}
