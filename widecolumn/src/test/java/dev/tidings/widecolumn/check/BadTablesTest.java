package dev.tidings.widecolumn.check;

import static dev.tidings.widecolumn.check.Readings.AT;
import static dev.tidings.widecolumn.check.Readings.DAY;
import static dev.tidings.widecolumn.check.Readings.ID;
import static dev.tidings.widecolumn.check.Readings.OF_DAY;
import static dev.tidings.widecolumn.check.Readings.SENSOR;
import static dev.tidings.widecolumn.check.Readings.TEMPERATURE;
import static dev.tidings.widecolumn.check.Readings.codes;
import static dev.tidings.widecolumn.check.Readings.only;
import static dev.tidings.widecolumn.check.Readings.table;
import static dev.tidings.widecolumn.check.Readings.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.TableBuilder;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of tables with one defect: each gets the finding for it and no other, and the valid variant gets none. */
class BadTablesTest {
    private static final Column<Boolean> INDOORS = Column.bool("indoors", "whether it hangs in a house");
    private static final Column<Integer> SHARD = Column.integer("shard", "hash of the reading modulo 16");
    private static final Column<Map<String, String>> LABELS = Column.textMap("labels", "free labels");

    private static void isOnly(TableBuilder table, Severity severity, FindingCode code, String... parts) {
        Finding finding = only(table);
        assertThat(finding.code()).isEqualTo(code);
        assertThat(finding.severity()).isEqualTo(severity);
        assertThat(finding.message()).contains(parts);
    }

    @Test
    void the_sound_table_has_no_finding() {
        assertThat(codes(table())).isEmpty();
    }

    @Test
    void low_cardinality_key() {
        TableBuilder byPlace = table().partition(INDOORS, DAY)
                .serves(Query.named("of a day", INDOORS, DAY).range(AT));

        // Two values times 365 days.
        isOnly(byPlace, Severity.ERROR, FindingCode.LOW_CARDINALITY_KEY, "(indoors, day)", "730 values", "10,000");
        assertThat(codes(byPlace.workload(workload().distinct(INDOORS, 5_000)))).isEmpty();
    }

    @Test
    void unbounded_growth() {
        TableBuilder bySensor = table().partition(SENSOR)
                .serves(Query.named("of sensor", SENSOR).range(AT))
                .workload(Workload.rowsPerDay(8_640, 86_400)
                        .distinct(SENSOR, 10_000)
                        .size(SENSOR, 20));

        isOnly(
                bySensor,
                Severity.ERROR,
                FindingCode.UNBOUNDED_GROWTH,
                "(sensor_id) takes rows forever",
                "31,536,000 rows",
                "day or hour into the partition key");
        assertThat(codes(bySensor.workload(workload().maxRows(50_000)))).containsOnly(FindingCode.UNKNOWN_BUCKET);
        assertThat(codes(table())).isEmpty();
    }

    @Test
    void missing_tie_breaker() {
        TableBuilder bare = table().clustering(AT.desc());

        isOnly(
                bare,
                Severity.ERROR,
                FindingCode.MISSING_TIE_BREAKER,
                "timestamp reading_time",
                "silently overwrites",
                "version 7 uuid");
        assertThat(codes(table())).isEmpty();
        // One row an hour is intended here: there is no tie to break.
        assertThat(codes(bare.workload(workload().distinct(AT, 24)))).isEmpty();
    }

    @Test
    void skipped_clustering_column() {
        TableBuilder byId = table().serves(OF_DAY, Query.named("by id", SENSOR, DAY, ID));

        isOnly(
                byId,
                Severity.ERROR,
                FindingCode.SKIPPED_CLUSTERING_COLUMN,
                "Query 'by id'",
                "skips the clustering column reading_time",
                "A table with the key ((sensor_id, day, reading_id), reading_time) would serve it");
        assertThat(codes(table().serves(OF_DAY, Query.named("by id", SENSOR, DAY, AT, ID))))
                .isEmpty();
    }

    @Test
    void filtering_on_a_column_outside_the_key() {
        TableBuilder hot = table().serves(OF_DAY, Query.named("hot", TEMPERATURE));

        isOnly(
                hot,
                Severity.ERROR,
                FindingCode.NEEDS_FILTERING,
                "(temperature) is not in the key",
                "every node would be queried",
                "would serve it");
    }

    @Test
    void a_partition_that_is_not_fixed() {
        TableBuilder anySensor =
                table().serves(OF_DAY, Query.named("of all sensors", DAY).range(AT));

        isOnly(
                anySensor,
                Severity.ERROR,
                FindingCode.PARTITION_NOT_FIXED,
                "does not fix (sensor_id)",
                "A table with the key ((day), reading_time, sensor_id, reading_id) would serve it");
    }

    @Test
    void huge_collection() {
        TableBuilder labelled = table().columns(LABELS);

        isOnly(
                labelled.workload(rareLabels().entries(LABELS, 1_001).size(LABELS, 10)),
                Severity.ERROR,
                FindingCode.HUGE_COLLECTION,
                "labels holds 1,001 entries, 10.0 kB",
                "no pages",
                "clustering column");
        isOnly(
                labelled.workload(rareLabels().entries(LABELS, 10).size(LABELS, 7_000)),
                Severity.ERROR,
                FindingCode.HUGE_COLLECTION,
                "70.0 kB");
        isOnly(
                labelled.workload(rareLabels().entries(LABELS, 101).size(LABELS, 10)),
                Severity.WARNING,
                FindingCode.HUGE_COLLECTION,
                "Up to 100 entries");
        assertThat(codes(labelled.workload(rareLabels().entries(LABELS, 100).size(LABELS, 10))))
                .isEmpty();
    }

    private static Workload rareLabels() {
        return Workload.rowsPerDay(10, 100)
                .bucket(Duration.ofDays(1))
                .distinct(SENSOR, 10_000)
                .size(SENSOR, 20);
    }

    @Test
    void queue_like_deletes() {
        isOnly(
                table().workload(workload().deletedShare(1)),
                Severity.ERROR,
                FindingCode.QUEUE_LIKE_DELETES,
                "100 % of the rows are deleted",
                "86,400 tombstones",
                "Let rows expire");
        isOnly(
                table().workload(workload().deletedShare(0.1)),
                Severity.WARNING,
                FindingCode.QUEUE_LIKE_DELETES,
                "10 %");
        assertThat(codes(table().workload(workload().deletedShare(0.01)))).isEmpty();
    }

    @Test
    void monotonic_bucket() {
        TableBuilder byDay = table().partition(DAY)
                .serves(Query.named("of a day", DAY).range(AT))
                .workload(slow(20));

        isOnly(
                byDay,
                Severity.WARNING,
                FindingCode.MONOTONIC_BUCKET,
                "differ only by time, (day)",
                "other nodes are idle",
                "shard number");
        assertThat(codes(byDay.partition(DAY, SHARD)
                        .serves(Query.named("of a day", DAY, SHARD).range(AT))
                        .workload(slow(1).distinct(SHARD, 16).distinct(DAY, 1_000))))
                .isEmpty();
    }

    /** Readings of so many sensors a minute each, over 10,000 days. */
    private static Workload slow(int perMinute) {
        return Workload.rowsPerDay(perMinute * 60 * 24, perMinute * 60 * 24 * 5.0)
                .bucket(Duration.ofDays(1))
                .maxRows(50_000);
    }
}
