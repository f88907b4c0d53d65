package dev.tidings.server.schedule;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of the schedule: lateness, backlog and the lag of the cursors. */
final class ScheduleMeters {
    private final Timer lateness;
    private final Counter skipped;
    private final Counter refused;
    private final Counter foundLater;
    private final DistributionSummary buckets;
    private final Map<ShardId, State> shards = new ConcurrentHashMap<>();

    /** The last reported state of a shard. */
    private record State(int due, Duration overdue, Duration cursorAge) {}

    ScheduleMeters(MeterRegistry registry) {
        lateness = Timer.builder("tidings.schedule.lateness")
                .description("Time from the due time until the record was durable in the log")
                .serviceLevelObjectives(
                        Duration.ofMillis(5),
                        Duration.ofMillis(10),
                        Duration.ofMillis(25),
                        Duration.ofMillis(50),
                        Duration.ofMillis(100),
                        Duration.ofMillis(250),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(5),
                        Duration.ofHours(1))
                .register(registry);
        skipped = Counter.builder("tidings.schedule.skipped")
                .description("Rows that were cancelled or moved before they fell due")
                .register(registry);
        refused = Counter.builder("tidings.schedule.refused")
                .description("Batches that the log refused and that were retried")
                .register(registry);
        foundLater = Counter.builder("tidings.schedule.found.later")
                .description("Rows found by a repeated scan of a bucket because they were written after the first")
                .register(registry);
        buckets = DistributionSummary.builder("tidings.schedule.bucket.rows")
                .description("Rows per minute bucket of a shard")
                .serviceLevelObjectives(10, 100, 1_000, 10_000, 100_000, 1_000_000)
                .register(registry);
        Gauge.builder("tidings.schedule.due", this, ScheduleMeters::due)
                .description("Rows that were read and are not yet in the log")
                .register(registry);
        Gauge.builder("tidings.schedule.overdue.seconds", this, ScheduleMeters::overdueSeconds)
                .description("How long the earliest of those rows is overdue")
                .register(registry);
        Gauge.builder("tidings.schedule.cursor.age.seconds", this, ScheduleMeters::cursorAgeSeconds)
                .description("How far the slowest cursor lags behind the clock")
                .register(registry);
    }

    void sent(Duration late) {
        lateness.record(late);
    }

    void skipped(int rows) {
        skipped.increment(rows);
    }

    void refused() {
        refused.increment();
    }

    void lateRowFound() {
        foundLater.increment();
    }

    void bucket(long rows) {
        buckets.record(rows);
    }

    void state(ShardId shard, int due, Duration overdue, Duration cursorAge) {
        shards.put(shard, new State(due, overdue, cursorAge));
    }

    void gone(ShardId shard) {
        shards.remove(shard);
    }

    private double due() {
        return shards.values().stream().mapToInt(State::due).sum();
    }

    private double overdueSeconds() {
        return shards.values().stream()
                .mapToDouble(s -> seconds(s.overdue))
                .max()
                .orElse(0);
    }

    private double cursorAgeSeconds() {
        return shards.values().stream()
                .mapToDouble(s -> seconds(s.cursorAge))
                .max()
                .orElse(0);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1_000.0;
    }
}
