package dev.tidings.tables;

import static dev.tidings.tables.Columns.CHANNEL;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.TYPE;
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

/**
 * A row of failed_deliveries: one dead letter of a tenant, by hour, with all that a manual replay needs. Never deleted; a replay is
 * recorded in the row.
 */
public record FailedDeliveryRow(
        String tenant,
        int hour,
        UUID failureId,
        UUID notificationId,
        String userId,
        String channel,
        String type,
        Integer attempts,
        String errorCode,
        String errorText,
        ByteBuffer record,
        Instant replayedAt) {

    public static final Column<Integer> HOUR =
            Column.integer("hour", "UTC hour of the failure id, in hours since 1970");

    public static final Column<UUID> FAILURE_ID =
            Column.uuid("failure_id", "UUIDv7 of the time it became a dead letter, assigned once");

    public static final Column<Integer> ATTEMPTS =
            Column.integer("attempts", "Number of attempts before it became a dead letter");

    public static final Column<ByteBuffer> RECORD =
            Column.blob("record", "The log record to append to the channel's lane again, version byte first");

    public static final Column<Instant> REPLAYED_AT =
            Column.timestamp("replayed_at", "Time of its manual replay; absent if there was none");

    public static final Query PAGE =
            Query.named("what failed in an hour", TENANT, HOUR).range(FAILURE_ID);

    public static final Query ONE = Query.named("this failure", TENANT, HOUR, FAILURE_ID);

    /** A large tenant whose provider rejects everything. */
    private static final double WORST_PER_DAY = 2_000_000;

    public static final Table<FailedDeliveryRow> TABLE = Table.named("failed_deliveries")
            .comment("Dead letters: deliveries that failed for good, newest first. The hour bounds the partition and "
                    + "allows the list to be read backwards. Nothing is deleted: a replay is recorded in the row.")
            .partition(TENANT, HOUR)
            .clustering(FAILURE_ID.desc())
            .columns(
                    NOTIFICATION_ID,
                    USER_ID,
                    CHANNEL,
                    TYPE,
                    ATTEMPTS,
                    DeliveryLogRow.ERROR_CODE,
                    DeliveryLogRow.ERROR_TEXT,
                    RECORD,
                    REPLAYED_AT)
            .ttl(Ttl.anchored(FAILURE_ID, Retention.FAILURES))
            .compactionWindow(Duration.ofDays(1))
            .serves(PAGE, ONE)
            .workload(Workload.rowsPerDay(1_000, WORST_PER_DAY)
                    .bucket(Duration.ofHours(1))
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(HOUR, 30 * 24)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(CHANNEL, DesignLoad.WORD_BYTES)
                    .size(TYPE, DesignLoad.TYPE_BYTES)
                    .size(DeliveryLogRow.ERROR_CODE, DesignLoad.WORD_BYTES)
                    .size(DeliveryLogRow.ERROR_TEXT, 40)
                    .size(RECORD, 600))
            .rows(FailedDeliveryRow.class);
}
