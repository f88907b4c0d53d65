package dev.tidings.tables;

import static dev.tidings.tables.Columns.NOTIFICATION_ID;
import static dev.tidings.tables.Columns.TENANT;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Workload;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;

/**
 * A row of idempotency_keys: the first request with an idempotency key, its body hash and the notification id it got. Inserted if absent,
 * so that a retried request gets the same id.
 */
public record IdempotencyKeyRow(
        String tenant, String key, UUID notificationId, ByteBuffer bodyHash, Instant leaseUntil, Instant acceptedAt) {

    public static final Column<String> KEY = Column.text("key", "The caller's Idempotency-Key, at most 255 characters");

    public static final Column<ByteBuffer> BODY_HASH =
            Column.blob("body_hash", "SHA-256 of the request: the same key with another body is an error");

    public static final Column<Instant> LEASE_UNTIL = Column.timestamp(
            "lease_until",
            "Until then the first request counts as in progress; after it a retry may continue in its place");

    public static final Column<Instant> ACCEPTED_AT =
            Column.timestamp("accepted_at", "Time the request was durable in the log; absent if that is not known");

    public static final Query ONE = Query.named("has this request been made before", TENANT, KEY);

    public static final Table<IdempotencyKeyRow> TABLE = Table.named("idempotency_keys")
            .comment("Requests by idempotency key. Inserted only if absent, so that one of two racing requests wins and"
                    + " the other gets its id. A retry that continues after the lease has expired appends the same"
                    + " id again, which has no second effect. The time to live runs from the id, which is assigned"
                    + " with the row.")
            .partition(TENANT, KEY)
            .columns(NOTIFICATION_ID, BODY_HASH, LEASE_UNTIL, ACCEPTED_AT)
            .ttl(Ttl.anchored(NOTIFICATION_ID, Retention.IDEMPOTENCY))
            .compactionWindow(Retention.IDEMPOTENCY_WINDOW)
            .serves(ONE)
            .workload(Workload.oneRow()
                    .distinct(TENANT, DesignLoad.TENANTS)
                    .distinct(KEY, DesignLoad.REQUESTS_PER_DAY)
                    .size(TENANT, DesignLoad.TENANT_BYTES)
                    .size(KEY, 36)
                    .size(BODY_HASH, 32)
                    .updatesPerRow(1))
            .rows(IdempotencyKeyRow.class);
}
