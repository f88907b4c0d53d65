package dev.tidings.server.intake;

import dev.tidings.tables.Columns;
import dev.tidings.tables.IdempotencyKeyRow;
import dev.tidings.widecolumn.CertainInserts;
import dev.tidings.widecolumn.Engine;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/**
 * Claims idempotency keys for send requests and keeps them for a day. Of concurrent requests with the same key one claims it and proceeds;
 * the others get its id. A claim that is not marked as accepted can be taken over with the same id when its lease expires.
 */
public final class IdempotencyKeys {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Engine engine;
    private final InstantSource clock;
    /** Requests that were accepted and whose mark is still being written: a client may repeat one as soon as it has the answer. */
    private final ConcurrentMap<TenantKey, UUID> beingMarked = new ConcurrentHashMap<>();

    /** The result of an attempt to claim a key. */
    public sealed interface Claim {
        /**
         * Proceed with this id.
         *
         * @param takenOver whether an earlier request had the key and may have reached the log
         */
        record Claimed(UUID id, boolean takenOver) implements Claim {}

        /** The request was accepted before, with this id. */
        record Accepted(UUID id) implements Claim {}

        /** Another call with the key is in progress; its lease expires after this time. */
        record InProgress(Duration leaseLeft) implements Claim {}

        /** Claimed for the same request, which is neither accepted nor in progress any more. */
        record Lapsed(UUID id) implements Claim {}

        /** The key belongs to another request. */
        record ClaimedByOther() implements Claim {}
    }

    private record TenantKey(String tenant, String key) {}

    public IdempotencyKeys(Engine engine, InstantSource clock) {
        this.engine = engine;
        this.clock = clock;
    }

    public CompletableFuture<Claim> claim(String tenant, String key, byte[] request, Supplier<UUID> ids) {
        Optional<UUID> accepted = beingMarked(tenant, key);
        ByteBuffer hash = ByteBuffer.wrap(sha256(request));
        Instant now = millis(clock.instant());
        UUID id = ids.get();
        IdempotencyKeyRow mine = new IdempotencyKeyRow(tenant, key, id, hash, now.plus(LEASE), null);
        return CertainInserts.insertIfAbsent(engine, IdempotencyKeyRow.TABLE, mine)
                .thenCompose(outcome -> {
                    if (outcome.inserted()) {
                        return CompletableFuture.completedFuture(new Claim.Claimed(id, false));
                    }
                    return found(outcome.existing().orElseThrow(), hash, now, accepted);
                });
    }

    private CompletableFuture<Claim> found(
            IdempotencyKeyRow existing, ByteBuffer hash, Instant now, Optional<UUID> accepted) {
        if (!existing.bodyHash().equals(hash)) {
            return CompletableFuture.completedFuture(new Claim.ClaimedByOther());
        }
        Optional<Claim> settled = settled(existing, now, accepted);
        if (settled.isPresent()) {
            return CompletableFuture.completedFuture(settled.get());
        }
        // Two retries may both take over: they append the same id, which takes effect once.
        return engine.write(IdempotencyKeyRow.TABLE
                        .update(existing.tenant(), existing.key())
                        .set(Columns.NOTIFICATION_ID, existing.notificationId())
                        .set(IdempotencyKeyRow.LEASE_UNTIL, now.plus(LEASE)))
                .thenApply(ok -> new Claim.Claimed(existing.notificationId(), true));
    }

    /** The earlier result of the same request; empty if it is the first. Claims nothing. */
    CompletableFuture<Optional<Claim>> earlierResult(String tenant, String key, byte[] request) {
        Optional<UUID> accepted = beingMarked(tenant, key);
        ByteBuffer hash = ByteBuffer.wrap(sha256(request));
        Instant now = millis(clock.instant());
        return engine.readOne(IdempotencyKeyRow.TABLE.select(IdempotencyKeyRow.ONE, tenant, key))
                .thenApply(found -> found.filter(row -> row.bodyHash().equals(hash))
                        .map(row ->
                                settled(row, now, accepted).orElseGet(() -> new Claim.Lapsed(row.notificationId()))));
    }

    /** Empty if the lease expired before the request was marked as accepted. */
    private static Optional<Claim> settled(IdempotencyKeyRow existing, Instant now, Optional<UUID> accepted) {
        if (existing.acceptedAt() != null
                || accepted.filter(existing.notificationId()::equals).isPresent()) {
            return Optional.of(new Claim.Accepted(existing.notificationId()));
        }
        return existing.leaseUntil().isAfter(now)
                ? Optional.of(new Claim.InProgress(Duration.between(now, existing.leaseUntil())))
                : Optional.empty();
    }

    /** The id of a request that was accepted here and is not marked in the table yet. Call it before the row is read. */
    private Optional<UUID> beingMarked(String tenant, String key) {
        return Optional.ofNullable(beingMarked.get(new TenantKey(tenant, key)));
    }

    /**
     * Marks the request as accepted: it is in the log. Not awaited; until it is stored, a retry is recognised in this process, and answered
     * as in progress by others.
     */
    void accepted(String tenant, String key, UUID id) {
        TenantKey row = new TenantKey(tenant, key);
        beingMarked.put(row, id);
        engine.write(IdempotencyKeyRow.TABLE
                        .update(tenant, key)
                        .set(Columns.NOTIFICATION_ID, id)
                        .set(IdempotencyKeyRow.ACCEPTED_AT, millis(clock.instant())))
                .whenComplete((stored, failure) -> beingMarked.remove(row, id));
    }

    /** Releases the claim of a request that did not reach the log: the next retry may proceed at once. */
    void release(String tenant, String key, UUID id) {
        engine.write(IdempotencyKeyRow.TABLE
                .update(tenant, key)
                .set(Columns.NOTIFICATION_ID, id)
                .set(IdempotencyKeyRow.LEASE_UNTIL, millis(clock.instant())));
    }

    private static Instant millis(Instant instant) {
        return Instant.ofEpochMilli(instant.toEpochMilli());
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
