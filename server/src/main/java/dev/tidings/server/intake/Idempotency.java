package dev.tidings.server.intake;

import dev.tidings.tables.Columns;
import dev.tidings.tables.IdempotencyKeyRow;
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
import java.util.function.Supplier;

/**
 * Remembers which requests were made, for a day. One of any number of racing repeats claims the key and goes on; the others learn
 * its id. A claim whose request is not known to have reached the log counts as in progress until its lease has run out; then a
 * repeat goes on in its place, with the same id.
 */
public final class Idempotency {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final Engine engine;
    private final InstantSource clock;

    /** What came of an attempt to claim a key. */
    public sealed interface Claim {
        /**
         * Go on, with this id.
         *
         * @param takenOver whether another request had the key before and may have reached the log
         */
        record Mine(UUID id, boolean takenOver) implements Claim {}

        record Accepted(UUID id) implements Claim {}

        record InProgress(Duration leaseLeft) implements Claim {}

        /** It was claimed for this request, which is neither known to be accepted nor in progress any more. */
        record Lapsed(UUID id) implements Claim {}

        /** The key belongs to another request. */
        record OfAnother() implements Claim {}
    }

    public Idempotency(Engine engine, InstantSource clock) {
        this.engine = engine;
        this.clock = clock;
    }

    public CompletableFuture<Claim> claim(String tenant, String key, byte[] request, Supplier<UUID> ids) {
        ByteBuffer hash = ByteBuffer.wrap(sha256(request));
        Instant now = millis(clock.instant());
        UUID id = ids.get();
        IdempotencyKeyRow mine = new IdempotencyKeyRow(tenant, key, id, hash, now.plus(LEASE), null);
        return engine.insertIfAbsent(IdempotencyKeyRow.TABLE, mine).thenCompose(outcome -> {
            if (outcome.inserted()) {
                return CompletableFuture.completedFuture(new Claim.Mine(id, false));
            }
            return found(outcome.existing().orElseThrow(), hash, now);
        });
    }

    private CompletableFuture<Claim> found(IdempotencyKeyRow existing, ByteBuffer hash, Instant now) {
        if (!existing.bodyHash().equals(hash)) {
            return CompletableFuture.completedFuture(new Claim.OfAnother());
        }
        Optional<Claim> settled = settled(existing, now);
        if (settled.isPresent()) {
            return CompletableFuture.completedFuture(settled.get());
        }
        // Two repeats may both take over: they append the same id, which has the effect of one.
        return engine.write(IdempotencyKeyRow.TABLE
                        .update(existing.tenant(), existing.key())
                        .set(Columns.NOTIFICATION_ID, existing.notificationId())
                        .set(IdempotencyKeyRow.LEASE_UNTIL, now.plus(LEASE)))
                .thenApply(ok -> new Claim.Mine(existing.notificationId(), true));
    }

    /** What became of this very request before; empty if it is the first. Claims nothing. */
    CompletableFuture<Optional<Claim>> before(String tenant, String key, byte[] request) {
        ByteBuffer hash = ByteBuffer.wrap(sha256(request));
        Instant now = millis(clock.instant());
        return engine.readOne(IdempotencyKeyRow.TABLE.select(IdempotencyKeyRow.ONE, tenant, key))
                .thenApply(found -> found.filter(row -> row.bodyHash().equals(hash))
                        .map(row -> settled(row, now).orElseGet(() -> new Claim.Lapsed(row.notificationId()))));
    }

    /** Empty if the lease has run out before it was noted that the request was accepted. */
    private static Optional<Claim> settled(IdempotencyKeyRow existing, Instant now) {
        if (existing.acceptedAt() != null) {
            return Optional.of(new Claim.Accepted(existing.notificationId()));
        }
        return existing.leaseUntil().isAfter(now)
                ? Optional.of(new Claim.InProgress(Duration.between(now, existing.leaseUntil())))
                : Optional.empty();
    }

    /** The request is in the log. Nobody waits for this to be noted: until it is, a repeat is told that it is in progress. */
    void accepted(String tenant, String key, UUID id) {
        engine.write(IdempotencyKeyRow.TABLE
                .update(tenant, key)
                .set(Columns.NOTIFICATION_ID, id)
                .set(IdempotencyKeyRow.ACCEPTED_AT, millis(clock.instant())));
    }

    /** The request did not reach the log: the next repeat may go on at once. */
    void giveUp(String tenant, String key, UUID id) {
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
