package dev.tidings.widecolumn.check;

import static dev.tidings.widecolumn.check.Readings.AT;
import static dev.tidings.widecolumn.check.Readings.DAY;
import static dev.tidings.widecolumn.check.Readings.ID;
import static dev.tidings.widecolumn.check.Readings.OF_DAY;
import static dev.tidings.widecolumn.check.Readings.SENSOR;
import static dev.tidings.widecolumn.check.Readings.TEMPERATURE;
import static dev.tidings.widecolumn.check.Readings.check;
import static dev.tidings.widecolumn.check.Readings.codes;
import static dev.tidings.widecolumn.check.Readings.only;
import static dev.tidings.widecolumn.check.Readings.table;
import static dev.tidings.widecolumn.check.Readings.workload;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.TableBuilder;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests of the remaining rules, and of the thresholds of each severity. */
class RulesTest {
    private static final Duration DAYS_90 = Duration.ofDays(90);

    private static TableBuilder rate(double busiestPerSecond) {
        double perDay = busiestPerSecond * 86_400;
        return table().workload(Workload.rowsPerDay(1, perDay)
                .maxRows(50_000)
                .bucket(Duration.ofDays(1))
                .distinct(SENSOR, 10_000)
                .size(SENSOR, 20));
    }

    @Nested
    class Key {
        @Test
        void a_small_table_may_have_few_partitions() {
            TableBuilder cursors = Table.named("cursors")
                    .comment("How far each shard has come")
                    .partition(SENSOR)
                    .columns(TEMPERATURE)
                    .serves(Query.named("of one", SENSOR));

            assertThat(codes(cursors.workload(
                            Workload.oneRow().distinct(SENSOR, 16).updatesPerRow(86_400))))
                    .isEmpty();
            assertThat(only(cursors.workload(
                                    Workload.oneRow().distinct(SENSOR, 16).updatesPerRow(864_000)))
                            .code())
                    .isEqualTo(FindingCode.LOW_CARDINALITY_KEY);
        }

        @Test
        void between_a_thousand_and_ten_thousand_partitions_is_a_warning() {
            Finding finding = only(table().workload(workload().distinct(SENSOR, 10)));

            assertThat(finding.code()).isEqualTo(FindingCode.LOW_CARDINALITY_KEY);
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        }

        @Test
        void asks_for_an_undeclared_cardinality() {
            Finding finding = only(table().workload(Workload.rowsPerDay(10, 10).bucket(Duration.ofDays(1))));

            assertThat(finding.code()).isEqualTo(FindingCode.UNKNOWN_CARDINALITY);
            assertThat(finding.severity()).isEqualTo(Severity.NOTE);
            assertThat(finding.message()).contains("(sensor_id)").contains("Workload.distinct");
        }

        @Test
        void a_uuid_is_taken_to_have_many_values() {
            assertThat(codes(table().partition(ID)
                            .clustering()
                            .serves(Query.named("one", ID))
                            .workload(Workload.oneRow())))
                    .isEmpty();
        }

        @Test
        void a_boolean_is_judged_without_a_workload() {
            Column<Boolean> flag = Column.bool("flag", "on or off");

            assertThat(codes(Table.named("flags").partition(flag).serves(Query.named("q", flag))))
                    .containsExactly(FindingCode.LOW_CARDINALITY_KEY, FindingCode.NO_WORKLOAD);
        }

        @Test
        void asks_for_the_bucket_column_when_none_looks_like_one() {
            Column<Integer> epoch = Column.integer("epoch", "number of the period");
            TableBuilder table = table().partition(SENSOR, epoch).serves(Query.named("q", SENSOR, epoch));

            assertThat(codes(table)).containsExactly(FindingCode.UNKNOWN_BUCKET);
            assertThat(codes(table.workload(workload().bucket(epoch, Duration.ofDays(1)))))
                    .isEmpty();
        }

        @Test
        void a_day_of_the_week_is_no_time_bucket() {
            Column<Integer> dayOfWeek = Column.integer("day_of_week", "1 to 7");
            TableBuilder table = table().partition(dayOfWeek)
                    .serves(Query.named("q", dayOfWeek))
                    .workload(workload().distinct(dayOfWeek, 7));

            assertThat(codes(table)).containsExactly(FindingCode.LOW_CARDINALITY_KEY, FindingCode.UNKNOWN_BUCKET);
        }

        @Test
        void a_bucket_of_hashes_is_no_time_bucket() {
            Column<Integer> hash = Column.integer("user_bucket", "hash of the user modulo 10");
            TableBuilder table = table().partition(hash)
                    .serves(Query.named("q", hash))
                    .workload(Workload.rowsPerDay(1_000, 1_000).maxRows(50_000).distinct(hash, 10));

            assertThat(codes(table)).containsExactly(FindingCode.LOW_CARDINALITY_KEY);
        }

        @Test
        void a_monotonic_bucket_is_as_bad_as_its_rate() {
            assertThat(monotonic(100)).isEqualTo(Severity.ERROR);
            assertThat(monotonic(2)).isEqualTo(Severity.WARNING);
            assertThat(monotonic(0.5)).isEqualTo(Severity.NOTE);
        }

        private Severity monotonic(double perSecond) {
            Finding finding = only(rate(perSecond).partition(DAY).serves(Query.named("q", DAY)));
            assertThat(finding.code()).isEqualTo(FindingCode.MONOTONIC_BUCKET);
            return finding.severity();
        }

        @Test
        void notes_an_anchor_that_every_write_must_carry() {
            Column<Instant> seen = Column.timestamp("seen_at", "when it arrived");
            TableBuilder table = table().columns(TEMPERATURE, seen).ttl(Ttl.anchored(seen, DAYS_90));

            assertThat(only(table).code()).isEqualTo(FindingCode.ANCHOR_OUTSIDE_KEY);
            assertThat(only(table).severity()).isEqualTo(Severity.NOTE);
            assertThat(codes(table.ttl(Ttl.anchored(AT, DAYS_90)))).isEmpty();
        }

        @Test
        void a_table_without_a_partition_key_is_reported() {
            assertThat(check(table().partition().serves()).findings())
                    .extracting(Finding::code)
                    .contains(FindingCode.NO_PARTITION_KEY, FindingCode.NO_QUERY);
        }
    }

    @Nested
    class Growing {
        @Test
        void the_size_of_the_busiest_partition_is_judged() {
            Column<String> text = Column.text("text", "what was said");
            TableBuilder table = table().columns(text);

            assertThat(only(table.workload(workload().size(text, 2_000))))
                    .returns(FindingCode.PARTITION_TOO_LARGE, Finding::code)
                    .returns(Severity.ERROR, Finding::severity);
            assertThat(only(table.workload(workload().size(text, 700)))).returns(Severity.WARNING, Finding::severity);
            assertThat(codes(table.workload(workload().size(text, 300)))).isEmpty();
        }

        @Test
        void many_small_rows_are_a_warning() {
            Finding finding = only(table().workload(Workload.rowsPerDay(1, 100_001)
                    .bucket(Duration.ofDays(1))
                    .distinct(SENSOR, 10_000)));

            assertThat(finding.code()).isEqualTo(FindingCode.TOO_MANY_ROWS);
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        }

        @Test
        void one_row_per_partition_is_fine_without_expiry() {
            assertThat(codes(table().partition(SENSOR)
                            .clustering()
                            .serves(Query.named("one", SENSOR))
                            .workload(Workload.oneRow().distinct(SENSOR, 1_000_000))))
                    .isEmpty();
        }

        @Test
        void a_hot_partition_is_detected_by_its_writes() {
            assertThat(codes(rate(99))).isEmpty();
            assertThat(only(rate(101)))
                    .returns(FindingCode.HOT_PARTITION, Finding::code)
                    .returns(Severity.WARNING, Finding::severity);
            assertThat(only(rate(1_001))).returns(Severity.ERROR, Finding::severity);
        }

        @Test
        void asks_for_a_workload() {
            TableBuilder table = Table.named("readings")
                    .partition(SENSOR, DAY)
                    .clustering(AT.desc(), ID.asc())
                    .serves(OF_DAY);

            assertThat(check(table).projection()).isEmpty();
            assertThat(codes(table)).containsExactly(FindingCode.NO_WORKLOAD, FindingCode.UNKNOWN_CARDINALITY);
        }
    }

    @Nested
    class Windows {
        private TableBuilder windowed(Duration life, Duration window) {
            return table().ttl(Ttl.anchored(AT, life)).compactionWindow(window);
        }

        @Test
        void thirty_windows_fit() {
            assertThat(codes(windowed(DAYS_90, Duration.ofDays(3)))).isEmpty();
        }

        @Test
        void a_window_without_expiry_is_never_dropped() {
            Finding finding = only(table().compactionWindow(Duration.ofDays(1)));

            assertThat(finding.code()).isEqualTo(FindingCode.TTL_WINDOW_MISMATCH);
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.message()).contains("never expire");
        }

        @Test
        void too_many_and_too_few_windows() {
            assertThat(only(windowed(DAYS_90, Duration.ofDays(1))))
                    .returns(Severity.WARNING, Finding::severity)
                    .extracting(Finding::message)
                    .asString()
                    .contains("90 windows");
            assertThat(only(windowed(DAYS_90, Duration.ofDays(30)))).returns(Severity.NOTE, Finding::severity);
            assertThat(only(windowed(DAYS_90, Duration.ofDays(60)))).returns(Severity.WARNING, Finding::severity);
        }

        @Test
        void deletes_and_updates_reach_back_into_old_windows() {
            TableBuilder table = windowed(DAYS_90, Duration.ofDays(3));

            assertThat(only(table.workload(workload().deletedShare(0.001))))
                    .returns(FindingCode.TTL_WINDOW_MISMATCH, Finding::code)
                    .returns(Severity.WARNING, Finding::severity);
            assertThat(only(table.workload(workload().updatesPerRow(1)))).returns(Severity.NOTE, Finding::severity);
        }
    }

    @Nested
    class Tombstones {
        @Test
        void frequent_nulls_are_reported() {
            assertThat(only(table().workload(workload().clearsPerRow(0.5))))
                    .returns(FindingCode.NULL_TOMBSTONES, Finding::code)
                    .returns(Severity.WARNING, Finding::severity);
            assertThat(only(table().workload(workload().clearsPerRow(0.001))))
                    .returns(Severity.NOTE, Finding::severity);
        }

        @Test
        void deletes_of_single_rows_do_no_harm() {
            assertThat(codes(table().partition(SENSOR)
                            .clustering()
                            .serves(Query.named("one", SENSOR))
                            .workload(
                                    Workload.oneRow().distinct(SENSOR, 100_000).deletedShare(1))))
                    .isEmpty();
        }
    }

    @Test
    void an_unserved_query_is_referred_to_the_table_that_serves_it() {
        Query byDay = Query.named("of all sensors", DAY);
        Declaration asked = table().serves(OF_DAY, byDay).declaration();
        Declaration other = Table.named("readings_by_day")
                .partition(DAY)
                .clustering(AT.asc(), ID.asc())
                .declaration();

        DesignReport report = DesignCheck.of(List.of(asked, other));

        QueryVerdict verdict = report.tables().get(0).queries().get(1);
        assertThat(verdict.elsewhere()).contains("readings_by_day");
        assertThat(report.tables().get(0).findings().get(0).message()).contains("Table readings_by_day already does");
    }
}
