package dev.tidings.tables;

import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.REQUEST;
import static dev.tidings.tables.Columns.SCHEDULED_AT;
import static dev.tidings.tables.Columns.SOURCE;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.USER_ID;
import static dev.tidings.tables.Columns.VERSION;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;
import java.util.UUID;

/** What is true of a scheduled notification, whatever rows of the schedule still lie about. */
public record ScheduleStateRow(
        String tenant,
        UUID notificationId,
        Integer version,
        Boolean cancelled,
        Instant scheduledAt,
        Instant latestDue,
        Instant firedAt,
        String userId,
        String source,
        String request) {

    public static final Column<Boolean> CANCELLED =
            Column.bool("cancelled", "True once a cancel was answered with yes; it is never sent then");

    public static final Column<Instant> LATEST_DUE = Column.timestamp(
            "latest_due",
            "Latest time it was ever due; life runs from it, so every write has it, it never moves back, and a move writes the whole row");

    public static final Column<Instant> FIRED_AT =
            Column.timestamp("fired_at", "When it went into the log; a cancel after that is too late");

    public static final Query ONE = Query.named("is this schedule still valid", TENANT, NOTIFICATION_ID);

    public static final Table<ScheduleStateRow> TABLE = Table.named("schedule_state")
            .comment(
                    "Is this schedule still valid. Checked when a row of the schedule falls due: it fires only if it has the"
                            + " version that stands here and nothing was cancelled. Every firing reads it anyway, so the request"
                            + " is kept here and not in the schedule, whose partitions stay small. Outlives the rows of the"
                            + " schedule, so that one of them can never fire for want of the cancel.")
            .partition(TENANT, NOTIFICATION_ID)
            .columns(VERSION, CANCELLED, SCHEDULED_AT, LATEST_DUE, FIRED_AT, USER_ID, SOURCE, REQUEST)
            .ttl(Ttl.anchored(LATEST_DUE, Retention.SCHEDULE_STATE))
            .serves(ONE)
            .workload(Workload.oneRow()
                    .distinct(TENANT, DesignSize.TENANTS)
                    .distinct(NOTIFICATION_ID, DesignSize.REQUESTS_PER_DAY / 5 * 60)
                    .size(TENANT, DesignSize.TENANT_BYTES)
                    .size(USER_ID, DesignSize.USER_BYTES)
                    .size(SOURCE, DesignSize.TYPE_BYTES)
                    .size(REQUEST, DesignSize.REQUEST_BYTES)
                    .updatesPerRow(1.1))
            .rows(ScheduleStateRow.class);
}
