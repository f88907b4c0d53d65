package dev.tidings.tables;

import static dev.tidings.tables.Columns.ATTEMPT_ID;
import static dev.tidings.tables.Columns.CHANNEL;
import static dev.tidings.tables.Columns.LAYOUT;
import static dev.tidings.tables.Columns.MINUTE_BUCKET;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.SCHEDULED_AT;
import static dev.tidings.tables.Columns.SCHEDULE_SHARD;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.USER_ID;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** One delivery that is to be tried, or tried again, at some time. */
public record ScheduledDeliveryRow(
        int layout,
        long minuteBucket,
        int shard,
        Instant scheduledAt,
        UUID attemptId,
        String tenant,
        UUID notificationId,
        String userId,
        String channel,
        ByteBuffer record) {

    public static final Column<ByteBuffer> RECORD =
            Column.blob("record", "The log record to put back into the channel's lane, version byte first");

    public static final Query DUE = Query.named(
                    "which deliveries are due in a minute", LAYOUT, MINUTE_BUCKET, SCHEDULE_SHARD)
            .range(SCHEDULED_AT);

    /** One delivery in a hundred is tried again; a million a second while a large provider is down. */
    private static final double PER_DAY = 50_000 * DesignSize.SECONDS_PER_DAY / DesignSize.MAX_SHARDS;

    private static final double OUTAGE_PER_DAY = 1_000_000 * DesignSize.SECONDS_PER_DAY / DesignSize.MAX_SHARDS;

    public static final Table<ScheduledDeliveryRow> TABLE = Table.named("scheduled_deliveries")
            .comment("Which deliveries are to be tried again now: a retry is a row, not a sleeping thread. Apart from"
                    + " scheduled_notifications, whose key has no room for them: when a provider is down, many users'"
                    + " retries of one notification fall due in the same millisecond and would overwrite each other. The"
                    + " id of the coming attempt tells them apart. Swept and expired like scheduled_notifications; written"
                    + " at most a day ahead, so that files still expire window by window.")
            .partition(LAYOUT, MINUTE_BUCKET, SCHEDULE_SHARD)
            .clustering(SCHEDULED_AT.asc(), ATTEMPT_ID.asc())
            .columns(TENANT, NOTIFICATION_ID, USER_ID, CHANNEL, RECORD)
            .ttl(Ttl.anchored(SCHEDULED_AT, Retention.SCHEDULE))
            .compactionWindow(Duration.ofHours(12))
            .serves(DUE)
            .workload(Workload.rowsPerDay(PER_DAY, OUTAGE_PER_DAY)
                    .bucket(Duration.ofMinutes(1))
                    .distinct(LAYOUT, 2)
                    .distinct(MINUTE_BUCKET, DesignSize.LIVE_RETRY_MINUTES)
                    .distinct(SCHEDULE_SHARD, DesignSize.MAX_SHARDS)
                    .size(TENANT, DesignSize.TENANT_BYTES)
                    .size(USER_ID, DesignSize.USER_BYTES)
                    .size(CHANNEL, DesignSize.WORD_BYTES)
                    .size(RECORD, 500))
            .rows(ScheduledDeliveryRow.class);
}
