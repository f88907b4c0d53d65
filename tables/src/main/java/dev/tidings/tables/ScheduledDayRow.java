package dev.tidings.tables;

import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.ScheduledByTenantRow.DAY;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;

/** A row of scheduled_days: a day for which a tenant has scheduled notifications, the directory of {@link ScheduledByTenantRow}. */
public record ScheduledDayRow(String tenant, int day, Instant dayStart) {

    public static final Column<Instant> DAY_START =
            Column.timestamp("day_start", "First instant of the day, from which the time to live runs");

    public static final Query UPCOMING =
            Query.named("on which days is anything scheduled", TENANT).range(DAY);

    public static final Table<ScheduledDayRow> TABLE = Table.named("scheduled_days")
            .comment("The days for which a tenant has rows in scheduled_by_tenant, since send times may be ten years"
                    + " ahead and most days have none. Written with the first notification of a day, and again"
                    + " by each process now and then, with the same write time. Lives as long as the rows of the day.")
            .partition(TENANT)
            .clustering(DAY.asc())
            .columns(DAY_START)
            .ttl(Ttl.anchored(DAY_START, Retention.SCHEDULE.plusDays(1)))
            .serves(UPCOMING)
            .workload(Workload.rowsPerDay(1, DesignLoad.MAX_SCHEDULED_DAYS)
                    .maxRows(DesignLoad.MAX_SCHEDULED_DAYS)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .size(TENANT, DesignLoad.TENANT_BYTES))
            .rows(ScheduledDayRow.class);

    /** The day of a due time. */
    public static ScheduledDayRow of(String tenant, Instant scheduledAt) {
        int day = Buckets.day(scheduledAt);
        return new ScheduledDayRow(tenant, day, Buckets.startOfDay(day));
    }
}
