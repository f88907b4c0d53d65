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

/**
 * A row of delivery_log, the append-only history of a notification's deliveries to one user: one delivery attempt, one receipt, the
 * progress of one of several devices, or a provider that was skipped. The current state is in notifications.
 */
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

    /** The kind of a row that records whether a device is still to be tried. */
    public static final String PLACE = "place";

    /** The kind of a row about a provider that was not called, because its circuit breaker is open or its queue is full. */
    public static final String SKIP = "skip";

    public static final Column<String> KIND = Column.text("kind", "attempt, receipt, place or skip");

    public static final Column<UUID> OF_ATTEMPT =
            Column.uuid("of_attempt", "The attempt a receipt belongs to; absent in the row of an attempt");

    public static final Column<Integer> ATTEMPT =
            Column.integer("attempt", "Number of the attempt, from 1; providers tried by failover share it");

    public static final Column<Instant> AT = Column.timestamp("at", "Time of the provider call, or of the receipt");

    public static final Column<Integer> TOOK_MILLIS = Column.integer("took_millis", "Latency of the provider call");

    public static final Column<String> DEVICE_ID =
            Column.text("device_id", "The device of a push, or the channel; the address itself is never logged");

    public static final Column<String> OUTCOME = Column.text(
            "outcome",
            "Attempt: accepted, retry, unclear, rejected or unregistered, started while in flight, not_called if no"
                    + " call was made; receipt: delivered or failed; place: open while still to be tried, then over; skip: skipped");

    public static final Column<String> ERROR_CODE =
            Column.text("error_code", "The provider's error code, for metrics and searches");

    public static final Column<String> ERROR_TEXT = Column.text("error_text", "The provider's error text, for people");

    public static final Column<Instant> RETRY_AT =
            Column.timestamp("retry_at", "Time of the next attempt; absent if there is none");

    public static final Query ALL = Query.named("every attempt on every channel", TENANT, NOTIFICATION_ID, USER_ID);

    public static final Query OF_CHANNEL = Query.named(
                    "every attempt on one channel", TENANT, NOTIFICATION_ID, USER_ID, CHANNEL)
            .range(ATTEMPT_ID);

    public static final Query ONE =
            Query.named("was this attempt made", TENANT, NOTIFICATION_ID, USER_ID, CHANNEL, ATTEMPT_ID);

    public static final Table<DeliveryLogRow> TABLE = Table.named("delivery_log")
            .comment("Every attempt of a delivery, and every receipt, in order of time. Append-only: the current state"
                    + " of a delivery is in notifications, its history is here.")
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
            // The busiest partition: ten devices, a dozen attempts each in a day, and a receipt for each.
            .workload(Workload.rowsPerDay(DesignLoad.once(3), 240)
                    .maxRows(5_000)
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(NOTIFICATION_ID, DesignLoad.REQUESTS_PER_DAY * 90)
                    .distinct(USER_ID, DesignLoad.USERS)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(USER_ID, DesignLoad.USER_BYTES)
                    .size(CHANNEL, DesignLoad.WORD_BYTES)
                    .size(KIND, DesignLoad.WORD_BYTES)
                    .size(PROVIDER, DesignLoad.TYPE_BYTES)
                    .size(PROVIDER_MESSAGE_ID, 36)
                    .size(DEVICE_ID, 36)
                    .size(OUTCOME, DesignLoad.WORD_BYTES)
                    .size(ERROR_CODE, DesignLoad.WORD_BYTES)
                    .size(ERROR_TEXT, 40))
            .rows(DeliveryLogRow.class);
}
