package dev.tidings.tables;

import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.POSITION;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.USER_ID;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.util.UUID;

/** A row of recipients: one user who received a notification, by notification and shard. The state for the user is in notifications. */
public record RecipientRow(String tenant, UUID notificationId, int shard, String userId, UUID position) {

    public static final Column<Integer> SHARD = Column.integer(
            "shard", "The user's virtual partition if the notification has 256 recipient shards, else 0");

    /** The recipients up to which one shard is enough: half of a shard of the largest topic. */
    private static final int MAX_IN_ONE_SHARD = 50_000;

    public static final Query PAGE =
            Query.named("who received it", TENANT, NOTIFICATION_ID, SHARD).range(USER_ID);

    public static final Query ONE = Query.named("did this user receive it", TENANT, NOTIFICATION_ID, SHARD, USER_ID);

    public static final Table<RecipientRow> TABLE = Table.named("recipients")
            .comment("Recipients of a notification. Sharded, because a notification to a topic of many million users"
                    + " would be one partition of gigabytes; the number of shards is in notification_details. The"
                    + " state for a user is in notifications, in the month of the position.")
            .partition(TENANT, NOTIFICATION_ID, SHARD)
            .clustering(USER_ID.asc())
            .columns(POSITION)
            .ttl(Ttl.anchored(POSITION, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .serves(PAGE, ONE)
            .workload(Workload.rowsPerDay(DesignLoad.once(1), 1.0 * DesignLoad.LARGEST_TOPIC / Columns.USER_SHARDS)
                    .maxRows(DesignLoad.LARGEST_TOPIC / Columns.USER_SHARDS)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(NOTIFICATION_ID, DesignLoad.REQUESTS_PER_DAY * 90)
                    .distinct(SHARD, Columns.USER_SHARDS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES))
            .rows(RecipientRow.class);

    /** The number of shards of a notification's recipients. */
    public static int shards(long recipients) {
        return recipients <= MAX_IN_ONE_SHARD ? 1 : Columns.USER_SHARDS;
    }

    /**
     * The shard of a user.
     *
     * @param shards of the notification, as in its details
     */
    public static int shard(int shards, int virtualPartition) {
        return shards == 1 ? 0 : virtualPartition;
    }
}
