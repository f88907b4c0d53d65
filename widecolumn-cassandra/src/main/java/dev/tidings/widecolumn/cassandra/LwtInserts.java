package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Futures;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.cql.CqlStatements;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Insert-if-absent as a lightweight transaction (Paxos). It is never retried blindly: a first attempt that timed out may have
 * won, and the second would then lose to it. After such an attempt the row is read at {@code LOCAL_SERIAL}, which completes a
 * Paxos round in flight: if the row is the one to be inserted, the first attempt has won; if there is none, that attempt never
 * will, and the insert is retried.
 */
final class LwtInserts<R extends Record> {
    /** Short, so that a clock that is set forward again is noticed soon. */
    private static final long MAX_PAUSE_MILLIS = 50;

    private final CqlSession session;
    private final CassandraTable<R> stored;
    private final Table<R> table;
    private final ColumnType[] types;
    private final InstantSource clock;
    private final Retries retries;
    private final WriteClock writeClock;
    private final long timeoutNanos;
    private final PreparedStatement readSerially;
    /** Deletes a row that has expired by the clock although the server still has it; null if rows can't be replaced like that. */
    private final PreparedStatement deleteExpired;

    LwtInserts(
            CqlSession session,
            CassandraConfig config,
            CassandraTable<R> stored,
            CqlStatements cql,
            Retries retries,
            WriteClock writeClock) {
        this.session = session;
        this.stored = stored;
        this.table = stored.table();
        this.types = DriverCodecs.types(table);
        this.clock = config.clock();
        this.retries = retries;
        this.writeClock = writeClock;
        this.timeoutNanos = config.retryTimeout().toNanos();
        this.readSerially = session.prepare(cql.slice(table.keySize(), Optional.empty(), Optional.empty(), false));
        this.deleteExpired =
                anchor().map(column -> session.prepare(cql.deleteIf(column))).orElse(null);
    }

    CompletableFuture<InsertOutcome<R>> insertIfAbsent(Object[] values) {
        long deadline = System.nanoTime() + timeoutNanos;
        return nextMillisecond(writeClock, deadline)
                .thenCompose(ignored -> attempt(values, deadline))
                .whenComplete((outcome, failure) -> writeClock.advancePast(1000 * System.currentTimeMillis() + 999));
    }

    /**
     * Waits for a millisecond without writes. The server assigns the write time of an insert-if-absent, in whole milliseconds. It
     * must be later than all finished writes of this process, so those must be of an earlier millisecond, and later writes of a
     * later one. If the clock was set back, that may be hours from now.
     */
    static CompletableFuture<Void> nextMillisecond(WriteClock writeClock, long deadline) {
        long missing = Math.floorDiv(writeClock.last(), 1000) + 1 - System.currentTimeMillis();
        if (missing <= 0) {
            return CompletableFuture.completedFuture(null);
        }
        if (System.nanoTime() - deadline > 0) {
            return CompletableFuture.failedFuture(new StoreException(
                    Reason.UNAVAILABLE,
                    "the clock was set back: it must advance by another " + missing
                            + " ms before an insert gets a later time than earlier writes"));
        }
        long pause = Math.min(missing, MAX_PAUSE_MILLIS);
        return CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS))
                .thenCompose(ignored -> nextMillisecond(writeClock, deadline));
    }

    private CompletableFuture<InsertOutcome<R>> attempt(Object[] values, long deadline) {
        int ttl = stored.ttlSeconds(values, clock.instant().getEpochSecond());
        return session.executeAsync(stored.writes().insertIfAbsent(values, ttl))
                .toCompletableFuture()
                .handle((result, failure) -> failure == null
                        ? answered(result, values, deadline)
                        : afterFailure(Futures.unwrap(failure), values, deadline))
                .thenCompose(outcome -> outcome);
    }

    private CompletableFuture<InsertOutcome<R>> answered(AsyncResultSet result, Object[] values, long deadline) {
        if (result.wasApplied()) {
            return CompletableFuture.completedFuture(new InsertOutcome<>(Optional.empty()));
        }
        // The response has the existing row, but its columns and their order differ between servers.
        return readSerially(values).thenCompose(found -> settled(found, values, deadline));
    }

    private CompletableFuture<InsertOutcome<R>> settled(Optional<Object[]> found, Object[] values, long deadline) {
        if (found.isEmpty()) {
            return attempt(values, deadline); // deleted or expired since
        }
        if (table.expirySecond(found.get()) <= clock.instant().getEpochSecond() && deleteExpired != null) {
            return replaceExpired(found.get())
                    .handle((gone, failure) -> failure == null
                            ? attempt(values, deadline)
                            : afterFailedDelete(Futures.unwrap(failure), values, deadline))
                    .thenCompose(outcome -> outcome);
        }
        return CompletableFuture.completedFuture(new InsertOutcome<>(Optional.of(table.row(found.get()))));
    }

    private CompletableFuture<InsertOutcome<R>> afterFailure(Throwable failure, Object[] values, long deadline) {
        if (!CassandraErrors.isTransient(failure)) {
            return CompletableFuture.failedFuture(CassandraErrors.ofIdempotent("insert into " + table.name(), failure));
        }
        if (System.nanoTime() - deadline > 0) {
            // The outcome is known only if the request was refused before it reached a replica.
            return CompletableFuture.failedFuture(new StoreException(
                    failure instanceof UnavailableException ? Reason.UNAVAILABLE : Reason.UNKNOWN_OUTCOME,
                    "insert into " + table.name() + " has no known outcome within the timeout: " + failure.getMessage(),
                    failure));
        }
        return readSerially(values).thenCompose(found -> {
            if (found.isPresent() && sameRow(found.get(), values)) {
                return CompletableFuture.completedFuture(new InsertOutcome<>(Optional.empty()));
            }
            return settled(found, values, deadline);
        });
    }

    /** The delete may have been applied or not. No attempt of this insert is in flight: an equal row would be another caller's. */
    private CompletableFuture<InsertOutcome<R>> afterFailedDelete(Throwable failure, Object[] values, long deadline) {
        if (!CassandraErrors.isTransient(failure) || System.nanoTime() - deadline > 0) {
            return CompletableFuture.failedFuture(
                    CassandraErrors.ofIdempotent("replacing an expired row of " + table.name(), failure));
        }
        return readSerially(values).thenCompose(found -> settled(found, values, deadline));
    }

    private CompletableFuture<Optional<Object[]>> readSerially(Object[] values) {
        BoundStatementBuilder read = readSerially.boundStatementBuilder();
        int index = key(read, values);
        var statement = read.setInt(index, 1)
                .setConsistencyLevel(ConsistencyLevel.LOCAL_SERIAL)
                .setIdempotence(true)
                .build();
        return retries.run(() -> session.executeAsync(statement))
                .thenApply(result -> {
                    Row row = result.one();
                    return row == null
                            ? Optional.<Object[]>empty()
                            : Optional.of(DriverCodecs.values(types, row, values, 0));
                })
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(new StoreException(
                        Reason.UNKNOWN_OUTCOME,
                        "the outcome of the insert into " + table.name() + " can't be read",
                        Futures.unwrap(failure))));
    }

    /** Deletes only if the anchor is still the expired one: another caller may have inserted a new row. */
    private CompletableFuture<AsyncResultSet> replaceExpired(Object[] expired) {
        BoundStatementBuilder delete = deleteExpired.boundStatementBuilder();
        int index = key(delete, expired);
        Column<?> anchor = anchor().orElseThrow();
        DriverCodecs.set(delete, index, anchor.type(), expired[table.positionOf(anchor)]);
        return session.executeAsync(delete.setIdempotence(false).build()).toCompletableFuture();
    }

    private int key(BoundStatementBuilder statement, Object[] values) {
        for (int i = 0; i < table.keySize(); i++) {
            DriverCodecs.set(statement, i, table.columns().get(i).type(), values[i]);
        }
        return table.keySize();
    }

    /** The anchor column of the expiry, if it is not part of the key: only then a later row can have the same key. */
    private Optional<Column<?>> anchor() {
        return table.declaration()
                .ttl()
                .<Column<?>>map(ttl -> ttl.anchor())
                .filter(column -> table.positionOf(column) >= table.keySize());
    }

    private boolean sameRow(Object[] found, Object[] wanted) {
        for (int i = 0; i < wanted.length; i++) {
            if (!Objects.equals(normal(found[i]), normal(wanted[i]))) {
                return false;
            }
        }
        return true;
    }

    /** Normalises empty collections to null, as Cassandra does. */
    private static Object normal(Object value) {
        boolean empty = value instanceof Map<?, ?> map && map.isEmpty()
                || value instanceof Collection<?> collection && collection.isEmpty();
        return empty ? null : value;
    }
}
