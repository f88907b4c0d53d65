package dev.tidings.widecolumn.check;

import static dev.tidings.widecolumn.check.Readings.AT;
import static dev.tidings.widecolumn.check.Readings.DAY;
import static dev.tidings.widecolumn.check.Readings.ID;
import static dev.tidings.widecolumn.check.Readings.OF_DAY;
import static dev.tidings.widecolumn.check.Readings.SENSOR;
import static dev.tidings.widecolumn.check.Readings.check;
import static dev.tidings.widecolumn.check.Readings.table;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the text report. */
class TextReportTest {
    @Test
    void a_sound_table_takes_a_few_lines() {
        DesignReport report = DesignCheck.of(List.of(table().declaration()));

        assertThat(report.hasErrors()).isFalse();
        assertThat(TextReport.of(report)).isEqualTo("""
            readings  ((sensor_id, day), reading_time DESC, reading_id)
              key        (sensor_id, day) determines the node; reading_time DESC, then reading_id ASC sort
              queries    of a day  one partition, a contiguous run of rows; fixes (sensor_id, day), range on reading_time
              size       partition            rows     stored    classic
                         usual               8,640   535.7 kB     1.2 MB
                         busiest            86,400     5.4 MB    12.1 MB
                         one row                         62 B      140 B
                         a time bucket in the key starts the next partition after 1 day
              findings   none

            stored: bytes in the data file of Cassandra 3.0 and later, before compression, on each replica
            classic: by the older rule of 23 bytes a cell, for comparison

            1 table: 0 errors, 0 warnings, 0 notes
            """);
    }

    @Test
    void a_finding_has_its_problem_reason_and_remedy() {
        DesignReport report = DesignCheck.of(List.of(table().serves(OF_DAY, Query.named("by id", SENSOR, DAY, ID))
                .workload(Workload.rowsPerDay(10, 10).bucket(Duration.ofDays(1)))
                .declaration()));

        assertThat(report.hasErrors()).isTrue();
        assertThat(TextReport.of(report))
                .contains("by id     NOT SERVED: would need filtering inside the partition")
                .contains("assumed, as nothing was declared: 40 B for sensor_id")
                .contains("  findings   ERROR    skipped-clustering-column: Query 'by id'")
                .contains("             NOTE     unknown-cardinality: ")
                .endsWith("1 table: 1 error, 0 warnings, 1 note\n");
    }

    @Test
    void no_line_is_wider_than_120_columns() {
        String text = TextReport.of(DesignCheck.of(List.of(
                table().declaration(),
                Table.named("bad").partition(AT).clustering(AT.asc()).declaration(),
                table().partition(DAY).serves(OF_DAY).declaration())));

        assertThat(text.lines())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(120));
        assertThat(text.lines()).noneMatch(line -> line.endsWith(" "));
    }

    /** {@code PRIMARY KEY (a, b)} has {@code a} alone as its partition key, whatever some guides say. */
    @Test
    void the_key_is_always_printed_with_inner_parentheses() {
        TableReport report = check(Table.named("t").partition(SENSOR).clustering(DAY.asc()));

        assertThat(report.table().describeKey()).isEqualTo("((sensor_id), day)");
        assertThat(report.keyDescription()).isEqualTo("(sensor_id) determines the node; day ASC sorts");
        assertThat(check(Table.named("t").partition(SENSOR, DAY)).keyDescription())
                .isEqualTo("(sensor_id, day) determines the node; one row per partition");
    }

    @Test
    void amounts_are_readable() {
        assertThat(HumanReadable.bytes(999)).isEqualTo("999 B");
        assertThat(HumanReadable.bytes(1_000)).isEqualTo("1.0 kB");
        assertThat(HumanReadable.bytes(999_999)).isEqualTo("1.0 MB");
        assertThat(HumanReadable.bytes(12.3e9)).isEqualTo("12.3 GB");
        assertThat(HumanReadable.count(0.5)).isEqualTo("0.5");
        assertThat(HumanReadable.count(1_234_567)).isEqualTo("1,234,567");
        assertThat(HumanReadable.duration(Duration.ofDays(1))).isEqualTo("1 day");
        assertThat(HumanReadable.duration(Duration.ofHours(36))).isEqualTo("1.5 days");
        assertThat(HumanReadable.duration(Duration.ofMinutes(90))).isEqualTo("1.5 hours");
        assertThat(HumanReadable.duration(Duration.ofSeconds(45))).isEqualTo("45 seconds");
    }
}
