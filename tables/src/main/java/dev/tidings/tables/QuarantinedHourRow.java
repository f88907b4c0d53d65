package dev.tidings.tables;

import static dev.tidings.tables.QuarantinedRecordRow.HOUR;
import static dev.tidings.tables.QuarantinedRecordRow.STAGE;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Duration;
import java.time.Instant;

/** A row of quarantined_hours: an hour in which a stage quarantined records, the directory of {@link QuarantinedRecordRow}. */
public record QuarantinedHourRow(int stage, int hour, Instant hourStart) {

    public static final Column<Instant> HOUR_START =
            Column.timestamp("hour_start", "First instant of the hour, from which the time to live runs");

    public static final Query RECENT =
            Query.named("in which hours was anything quarantined", STAGE).range(HOUR);

    public static final Table<QuarantinedHourRow> TABLE = Table.named("quarantined_hours")
            .comment("The hours for which a stage has rows in quarantined_records, since most hours have none. Written"
                    + " before those rows, with the same write time each time. Lives as long as the rows of the hour.")
            .partition(STAGE)
            .clustering(HOUR.desc())
            .columns(HOUR_START)
            .ttl(Ttl.anchored(HOUR_START, Retention.QUARANTINE.plusHours(1)))
            .compactionWindow(Retention.QUARANTINE_WINDOW)
            .serves(RECENT)
            .workload(Workload.rowsPerDay(1, Duration.ofDays(1).toHours())
                    .maxRows(DesignLoad.LIVE_HOURS + 1)
                    .distinct(STAGE, 7))
            .rows(QuarantinedHourRow.class);

    public static QuarantinedHourRow of(int stage, int hour) {
        return new QuarantinedHourRow(stage, hour, Buckets.startOfHour(hour));
    }
}
