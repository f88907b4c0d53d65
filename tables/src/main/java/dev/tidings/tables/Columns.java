package dev.tidings.tables;

import dev.tidings.widecolumn.Column;
import java.time.Instant;
import java.util.UUID;

/** Columns that mean the same in every table that has them. */
public final class Columns {
    /**
     * Into how many parts the users of a topic or a notification are cut: the number of virtual partitions, since the shard of a
     * user is the user's virtual partition. Part of where rows lie, so it never changes.
     */
    public static final int USER_SHARDS = 256;

    public static final Column<String> TENANT =
            Column.text("tenant", "The application this belongs to; in every key that a caller can name");

    public static final Column<String> USER_ID = Column.text("user_id", "The person, by the tenant's own id");

    public static final Column<UUID> NOTIFICATION_ID =
            Column.uuid("notification_id", "UUIDv7 minted once at intake, the same in every replay");

    public static final Column<UUID> POSITION = Column.uuid(
            "position", "Its place in time, a UUIDv7: the id itself, or if scheduled made of due time and id");

    public static final Column<Integer> MONTH = Column.integer(
            "month", "UTC month of the position as yyyymm, taken from the position so that replays agree");

    public static final Column<String> TYPE = Column.text("type", "Kind of notification, such as order_shipped");

    public static final Column<String> PRIORITY =
            Column.text("priority", "critical, high, normal or bulk: the lane it travelled in");

    public static final Column<String> CHANNEL = Column.text("channel", "in_app, push, email, sms or webhook");

    public static final Column<String> TITLE = Column.text("title", "First line, rendered for the reader's locale");

    public static final Column<String> BODY = Column.text("body", "The text, rendered for the reader's locale");

    public static final Column<String> DATA =
            Column.text("data", "The sender's own fields (an image, an order number), a JSON object");

    public static final Column<String> DEEP_LINK = Column.text("deep_link", "Where a tap on it leads");

    public static final Column<Instant> EXPIRES_AT =
            Column.timestamp("expires_at", "From then on it is not delivered or shown; absent if it keeps");

    public static final Column<Instant> RECALLED_AT =
            Column.timestamp("recalled_at", "When the sender took it back: readers no longer show it");

    public static final Column<Instant> EDITED_AT =
            Column.timestamp("edited_at", "When the sender last changed it, so that clients know to fetch it again");

    public static final Column<String> SOURCE =
            Column.text("source", "Which API key or recurring schedule it came from");

    public static final Column<String> TARGET_TYPE = Column.text("target_type", "user, users, topic or broadcast");

    public static final Column<String> TARGET_ID =
            Column.text("target_id", "The user or the topic; absent for a list of users and for a broadcast");

    public static final Column<String> REQUEST =
            Column.text("request", "The request as it was accepted, as JSON, users of a list included");

    public static final Column<Integer> ROUND = Column.integer(
            "round", "0, and one more for each replay by hand: its states outrank those of rounds before");

    public static final Column<UUID> ATTEMPT_ID = Column.uuid(
            "attempt_id", "UUIDv7 of one try or one receipt, minted once, so that a repeat writes the same row");

    public static final Column<String> PROVIDER =
            Column.text("provider", "Id of the tenant's account with a provider, never shared by two tenants");

    public static final Column<String> PROVIDER_MESSAGE_ID =
            Column.text("provider_message_id", "What the provider calls the message in its receipts");

    public static final Column<Integer> LAYOUT =
            Column.integer("layout", "Which division of the schedule into shards; counts up from 1");

    public static final Column<Long> MINUTE_BUCKET =
            Column.bigint("minute_bucket", "Minute in which it is due, in minutes since 1970");

    public static final Column<Integer> SCHEDULE_SHARD =
            Column.integer("shard", "Hash of tenant and id, modulo the shards of the layout");

    public static final Column<Instant> SCHEDULED_AT = Column.timestamp("scheduled_at", "When it is due");

    public static final Column<Integer> VERSION = Column.integer(
            "version", "Counts up with each change of the schedule; a row with another version than the state is void");

    private Columns() {}
}
