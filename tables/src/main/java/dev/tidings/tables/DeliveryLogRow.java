package dev.tidings.tables;

import static dev.tidings.tables.Columns.ATTEMPT_ID;
import static dev.tidings.tables.Columns.CHANNEL;
import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.PROVIDER;
import static dev.tidings.tables.Columns.PROVIDER_MESSAGE_ID;
import static dev.tidings.tables.Columns.ROUND;
import static dev.tidings.tables.Columns.TENANT;
import static dev.tidings.tables.Columns.USER_ID;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.time.Instant;
import java.util.UUID;

/** One try of a delivery, one receipt that came back for it, or whether one of several devices is still to be tried. */
public record DeliveryLogRow(
        String tenant,
        UUID notificationId,
        String userId,
        String channel,
        UUID attemptId,
        String kind,
        UUID ofAttempt,
        Integer round,
        Integer attempt,
        Instant at,
        Integer tookMillis,
        String provider,
        String providerMessageId,
        String deviceId,
        String outcome,
        String errorCode,
        String errorText,
        Instant retryAt) {

    /** The kind of a row that says whether a device is still to be tried. */
    public static final String PLACE = "place";

    public static final Column<String> KIND = Column.text("kind", "attempt, receipt or place");

    public static final Column<UUID> OF_ATTEMPT =
            Column.uuid("of_attempt", "The attempt a receipt is about; absent in the row of an attempt");

    public static final Column<Integer> ATTEMPT = Column.integer(
            "attempt", "Which attempt of the delivery it was, from 1; providers asked one after the other share it");

    public static final Column<Instant> AT =
            Column.timestamp("at", "When the provider was called, or the receipt came in");

    public static final Column<Integer> TOOK_MILLIS =
            Column.integer("took_millis", "How long the provider took to answer");

    public static final Column<String> DEVICE_ID = Column.text(
            "device_id",
            "Which of the user's devices a push went to, or the channel; the address itself is never logged");

    public static final Column<String> OUTCOME = Column.text(
            "outcome",
            "accepted, retry, unclear, rejected or unregistered, started while it is none of these yet, not_called if it came to nothing; of a receipt delivered or failed; of a place open while it is still to be tried, and over");

    public static final Column<String> ERROR_CODE =
            Column.text("error_code", "The provider's code for what went wrong, for counting and searching");

    public static final Column<String> ERROR_TEXT =
            Column.text("error_text", "The provider's words for what went wrong, for people");

    public static final Column<Instant> RETRY_AT =
            Column.timestamp("retry_at", "When it is tried again; absent if it is not");

    public static final Query ALL = Query.named("every attempt on every channel", TENANT, NOTIFICATION_ID, USER_ID);

    public static final Query OF_CHANNEL = Query.named(
                    "every attempt on one channel", TENANT, NOTIFICATION_ID, USER_ID, CHANNEL)
            .range(ATTEMPT_ID);

    public static final Query ONE =
            Query.named("was this attempt made", TENANT, NOTIFICATION_ID, USER_ID, CHANNEL, ATTEMPT_ID);

    public static final Table<DeliveryLogRow> TABLE = Table.named("delivery_log")
            .comment("Every attempt of a delivery, and every receipt, in the order of time. Append-only: the state of a"
                    + " delivery is in notifications, this says how it came about.")
            .partition(TENANT, NOTIFICATION_ID, USER_ID)
            .clustering(CHANNEL.asc(), ATTEMPT_ID.asc())
            .columns(
                    KIND,
                    OF_ATTEMPT,
                    ROUND,
                    ATTEMPT,
                    AT,
                    TOOK_MILLIS,
                    PROVIDER,
                    PROVIDER_MESSAGE_ID,
                    DEVICE_ID,
                    OUTCOME,
                    ERROR_CODE,
                    ERROR_TEXT,
                    RETRY_AT)
            .ttl(Ttl.anchored(ATTEMPT_ID, Retention.NOTIFICATIONS))
            .compactionWindow(Retention.NOTIFICATIONS_WINDOW)
            .serves(ALL, OF_CHANNEL, ONE)
            // The busiest: ten devices, each tried a dozen times in a day, and a receipt for each.
            .workload(Workload.rowsPerDay(DesignSize.once(3), 240)
                    .maxRows(5_000)
                    .distinct(TENANT, DesignSize.TENANTS)
                    .distinct(NOTIFICATION_ID, DesignSize.REQUESTS_PER_DAY * 90)
                    .distinct(USER_ID, DesignSize.USERS)
                    .size(TENANT, DesignSize.TENANT_BYTES)
                    .size(USER_ID, DesignSize.USER_BYTES)
                    .size(CHANNEL, DesignSize.WORD_BYTES)
                    .size(KIND, DesignSize.WORD_BYTES)
                    .size(PROVIDER, DesignSize.TYPE_BYTES)
                    .size(PROVIDER_MESSAGE_ID, 36)
                    .size(DEVICE_ID, 36)
                    .size(OUTCOME, DesignSize.WORD_BYTES)
                    .size(ERROR_CODE, DesignSize.WORD_BYTES)
                    .size(ERROR_TEXT, 40))
            .rows(DeliveryLogRow.class);
}
