package dev.tidings.server.storage;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LaneBacklog;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.server.metrics.Snapshots;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads the backlog of every lane when metrics are scraped: the number of its records, and the age of the oldest. */
record LogCollector(Log log, InstantSource clock) implements MultiCollector {
    @Override
    public MetricSnapshots collect() {
        Map<Lane, LaneBacklog> found = log.backlogs();
        Map<Labels, Optional<LaneBacklog>> lanes = new HashMap<>();
        for (Stage stage : Stage.values()) {
            for (Priority priority : Priority.values()) {
                lanes.put(
                        Labels.of("stage", StageMeters.label(stage), "priority", priority.wire()),
                        Optional.ofNullable(found.get(new Lane(stage, priority))));
            }
        }
        Instant now = clock.instant();
        return new MetricSnapshots(
                Snapshots.gauge(
                        "tidings_log_backlog_records",
                        "Records that wait in a lane or are in flight",
                        lanes,
                        lane -> lane.map(LaneBacklog::records).orElse(0L)),
                Snapshots.gauge(
                        "tidings_log_oldest_record_age_seconds",
                        "Age of the oldest record of a lane; 0 if there is none",
                        lanes,
                        lane -> lane.map(waiting -> age(waiting, now)).orElse(0.0)));
    }

    private static double age(LaneBacklog waiting, Instant now) {
        return Math.max(0, Duration.between(waiting.oldestAt(), now).toMillis() / 1_000.0);
    }
}
