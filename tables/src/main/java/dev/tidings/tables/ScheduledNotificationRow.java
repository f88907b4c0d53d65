package dev.tidings.tables;

import static dev.tidings.tables.Columns.LAYOUT;
import static dev.tidings.tables.Columns.MINUTE_BUCKET;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.SCHEDULED_AT;
import static dev.tidings.tables.Columns.SCHEDULE_SHARD;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.VERSION;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A row of scheduled_notifications: a notification, delivery retry or postponed delivery that waits for its due time, by minute and shard,
 * with the log record to append then. The scheduler sweeps these rows; they expire and are never deleted.
 */
public record ScheduledNotificationRow(
        int layout,
        long minuteBucket,
        int shard,
        Instant scheduledAt,
        UUID notificationId,
        String tenant,
        Integer version,
        Boolean changed,
        ByteBuffer record) {

    public static final Column<Boolean> CHANGED = Column.bool(
            "changed", "True once a cancellation or a move was requested: read schedule_state before it is sent");

    public static final Column<ByteBuffer> RECORD =
            Column.blob("record", "The log record to append when it is due, version byte first");

    public static final Query ONE = Query.named(
            "one scheduled notification", LAYOUT, MINUTE_BUCKET, SCHEDULE_SHARD, SCHEDULED_AT, NOTIFICATION_ID);

    public static final Query DUE = Query.named("what is due in a minute", LAYOUT, MINUTE_BUCKET, SCHEDULE_SHARD)
            .range(SCHEDULED_AT);

    /** Two hundred thousand fall due in a second, and a million at the peak, over all shards. */
    private static final double PER_DAY = 200_000 * DesignLoad.SECONDS_PER_DAY / DesignLoad.MAX_SHARDS;

    public static final Table<ScheduledNotificationRow> TABLE = Table.named("scheduled_notifications")
            .comment("Scheduled notifications of all users by due time. A partition is a minute, so that a sweep reads"
                    + " one short run of rows, divided into shards, because a million a second is sixty million"
                    + " rows a minute. The layout is in the key so that the number of shards can grow while rows"
                    + " of the old layout still wait. Rows are never deleted, because reading past tombstones"
                    + " makes a queue unusable: they expire by their due time, progress is a cursor, and a"
                    + " cancellation or move is a version in schedule_state, flagged here. The row contains the"
                    + " record to send, so that a sweep needs no read per row. Every write has the version as its"
                    + " write time, so that no retry undoes a later change. Delivery retries and deliveries"
                    + " postponed by quiet hours are rows like any other, with ids of their own.")
            .partition(LAYOUT, MINUTE_BUCKET, SCHEDULE_SHARD)
            .clustering(SCHEDULED_AT.asc(), NOTIFICATION_ID.asc())
            .columns(TENANT, VERSION, CHANGED, RECORD)
            .ttl(Ttl.anchored(SCHEDULED_AT, Retention.SCHEDULE))
            .writeOptimized()
            .serves(DUE, ONE)
            .workload(Workload.rowsPerDay(PER_DAY, 5 * PER_DAY)
                    .bucket(Duration.ofMinutes(1))
                    .distinct(LAYOUT, 2)
                    .distinct(MINUTE_BUCKET, DesignLoad.LIVE_MINUTES)
                    .distinct(SCHEDULE_SHARD, DesignLoad.MAX_SHARDS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(RECORD, DesignLoad.REQUEST_BYTES))
            .rows(ScheduledNotificationRow.class);
}
