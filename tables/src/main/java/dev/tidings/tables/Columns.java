package dev.tidings.tables;

import dev.tidings.widecolumn.Column;
import java.time.Instant;
import java.util.UUID;

/**
 * The columns that several tables share, such as tenant, user_id and position, declared once. Columns of a single table are in the record
 * of its rows.
 */
public final class Columns {
    /**
     * The number of shards of a topic's members or a notification's recipients: the number of virtual partitions, since the shard of a user
     * is the user's virtual partition. Determines the placement of rows, so it never changes.
     */
    public static final int USER_SHARDS = 256;

    public static final Column<String> TENANT =
            Column.text("tenant", "The tenant that owns the row; part of every key that a caller can name");

    public static final Column<String> USER_ID = Column.text("user_id", "The user, by the tenant's own id");

    public static final Column<UUID> NOTIFICATION_ID =
            Column.uuid("notification_id", "UUIDv7 assigned once at intake, the same in every replay");

    public static final Column<UUID> POSITION = Column.uuid(
            "position",
            "Position in time, a UUIDv7: the id itself, or for a scheduled notification derived from due time and id");

    public static final Column<Integer> MONTH = Column.integer(
            "month", "UTC month of the position as yyyymm, derived from the position so that replays agree");

    public static final Column<String> TYPE = Column.text("type", "Notification type, such as order_shipped");

    public static final Column<String> PRIORITY =
            Column.text("priority", "critical, high, normal or bulk: the lane it was queued in");

    public static final Column<String> CHANNEL = Column.text("channel", "in_app, push, email, sms or webhook");

    public static final Column<String> TITLE = Column.text("title", "First line, rendered for the user's locale");

    public static final Column<String> BODY = Column.text("body", "Text, rendered for the user's locale");

    public static final Column<String> DATA =
            Column.text("data", "The sender's own fields (an image, an order number), a JSON object");

    public static final Column<String> DEEP_LINK = Column.text("deep_link", "Target of a tap");

    public static final Column<Instant> EXPIRES_AT =
            Column.timestamp("expires_at", "From then on it is not delivered or shown; absent if it does not expire");

    public static final Column<Instant> RECALLED_AT =
            Column.timestamp("recalled_at", "Time the sender recalled it: readers no longer show it");

    public static final Column<Instant> EDITED_AT =
            Column.timestamp("edited_at", "Time of the sender's last edit, so that clients fetch it again");

    public static final Column<String> SOURCE = Column.text("source", "API key or recurring schedule it came from");

    public static final Column<String> TARGET_TYPE = Column.text("target_type", "user, users, topic or broadcast");

    public static final Column<String> TARGET_ID =
            Column.text("target_id", "The user or the topic; absent for a list of users and for a broadcast");

    public static final Column<String> REQUEST =
            Column.text("request", "The accepted request as JSON, including the users of a list");

    public static final Column<Integer> ROUND =
            Column.integer("round", "0, plus one for each manual replay: its states outrank those of earlier rounds");

    public static final Column<UUID> ATTEMPT_ID = Column.uuid(
            "attempt_id",
            "UUIDv7 of one attempt or one receipt, assigned once, so that a redelivery writes the same row");

    public static final Column<String> PROVIDER =
            Column.text("provider", "Id of the tenant's provider account, never shared by two tenants");

    public static final Column<String> PROVIDER_MESSAGE_ID =
            Column.text("provider_message_id", "The provider's id of the message, used in its receipts");

    public static final Column<Integer> LAYOUT =
            Column.integer("layout", "Version of the division of the schedule into shards; counts up from 1");

    public static final Column<Long> MINUTE_BUCKET =
            Column.bigint("minute_bucket", "Minute of the due time, in minutes since 1970");

    public static final Column<Integer> SCHEDULE_SHARD =
            Column.integer("shard", "Hash of tenant and id, modulo the shards of the layout");

    public static final Column<Instant> SCHEDULED_AT = Column.timestamp("scheduled_at", "Due time");

    public static final Column<Integer> VERSION = Column.integer(
            "version",
            "Counts up with each change of the schedule; a row whose version differs from the state's is void");

    private Columns() {}
}
