package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.tidings.widecolumn.Answers;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.InvalidValueException;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.cql.CqlStatements;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Insert-if-absent, a round of Paxos. It is never simply repeated: a first try that timed out may have won, and the second would
 * then lose to it. After such a try the row is read at {@code LOCAL_SERIAL}, which settles what was under way: if it is the row
 * that was to be inserted, the first try has won; if there is none, it never will, and the insert is tried again.
 */
final class Inserts<R extends Record> {
    /** So that it is noticed soon if the clock is set forward again. */
    private static final long LONGEST_PAUSE_MILLIS = 50;

    private final CqlSession session;
    private final CassandraTable<R> stored;
    private final Table<R> table;
    private final ColumnType[] types;
    private final InstantSource clock;
    private final Repeats repeats;
    private final WriteClock writeClock;
    private final long patienceNanos;
    private final PreparedStatement readSerially;
    /** Takes out a row that has expired by the clock although the server still has it; null if no row can be replaced so. */
    private final PreparedStatement deleteExpired;

    Inserts(
            CqlSession session,
            CassandraConfig config,
            CassandraTable<R> stored,
            CqlStatements cql,
            Repeats repeats,
            WriteClock writeClock) {
        this.session = session;
        this.stored = stored;
        this.table = stored.table();
        this.types = Codecs.types(table);
        this.clock = config.clock();
        this.repeats = repeats;
        this.writeClock = writeClock;
        this.patienceNanos = config.patience().toNanos();
        this.readSerially = session.prepare(cql.slice(table.keySize(), Optional.empty(), Optional.empty(), false));
        this.deleteExpired =
                anchor().map(column -> session.prepare(cql.deleteIf(column))).orElse(null);
    }

    /** A row that nobody could ever find would be inserted by everybody who tries. */
    void refuseExpired(Object[] values) {
        long expiry = table.expirySecond(values);
        if (expiry <= clock.instant().getEpochSecond()) {
            throw new InvalidValueException(
                    "insert into " + table.name(),
                    Instant.ofEpochSecond(expiry).toString(),
                    "a row that expires in the future");
        }
    }

    CompletableFuture<InsertOutcome<R>> insertIfAbsent(Object[] values) {
        long deadline = System.nanoTime() + patienceNanos;
        return nextMillisecond(writeClock, deadline)
                .thenCompose(ignored -> attempt(values, deadline))
                .whenComplete((outcome, failure) -> writeClock.passed(1000 * System.currentTimeMillis() + 999));
    }

    /**
     * The server gives an insert-if-absent its write time, in whole milliseconds. It must not get one before writes that this
     * process has finished, so those have to be of an earlier millisecond; and what is written after it has to be of a later one.
     * Where the clock was set back, that may be hours from now.
     */
    static CompletableFuture<Void> nextMillisecond(WriteClock writeClock, long deadline) {
        long missing = Math.floorDiv(writeClock.last(), 1000) + 1 - System.currentTimeMillis();
        if (missing <= 0) {
            return CompletableFuture.completedFuture(null);
        }
        if (System.nanoTime() - deadline > 0) {
            return CompletableFuture.failedFuture(new StoreException(
                    Reason.UNAVAILABLE,
                    "the clock was set back: it has to go on for another " + missing
                            + " ms until what is inserted is later than what was written before"));
        }
        long pause = Math.min(missing, LONGEST_PAUSE_MILLIS);
        return CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS))
                .thenCompose(ignored -> nextMillisecond(writeClock, deadline));
    }

    private CompletableFuture<InsertOutcome<R>> attempt(Object[] values, long deadline) {
        int ttl = stored.ttlSeconds(values, clock.instant().getEpochSecond());
        return session.executeAsync(stored.writes().insertIfAbsent(values, ttl))
                .toCompletableFuture()
                .handle((result, failure) -> failure == null
                        ? answered(result, values, deadline)
                        : afterFailure(Answers.cause(failure), values, deadline))
                .thenCompose(outcome -> outcome);
    }

    private CompletableFuture<InsertOutcome<R>> answered(AsyncResultSet result, Object[] values, long deadline) {
        if (result.wasApplied()) {
            return CompletableFuture.completedFuture(new InsertOutcome<>(Optional.empty()));
        }
        // Columns come back by name here: which of them and in what order differs between servers.
        return readSerially(values).thenCompose(found -> settled(found, values, deadline));
    }

    private CompletableFuture<InsertOutcome<R>> settled(Optional<Object[]> found, Object[] values, long deadline) {
        if (found.isEmpty()) {
            return attempt(values, deadline); // it was there a moment ago and has gone since
        }
        if (table.expirySecond(found.get()) <= clock.instant().getEpochSecond() && deleteExpired != null) {
            return replaceExpired(found.get())
                    .handle((gone, failure) -> failure == null
                            ? attempt(values, deadline)
                            : stillExpired(Answers.cause(failure), values, deadline))
                    .thenCompose(outcome -> outcome);
        }
        return CompletableFuture.completedFuture(new InsertOutcome<>(Optional.of(table.row(found.get()))));
    }

    private CompletableFuture<InsertOutcome<R>> afterFailure(Throwable failure, Object[] values, long deadline) {
        if (!Failures.mayPass(failure)) {
            return CompletableFuture.failedFuture(Failures.ofRepeatable("insert into " + table.name(), failure));
        }
        if (System.nanoTime() - deadline > 0) {
            // Refused before any replica was asked, the outcome is known; in all other cases it is not.
            return CompletableFuture.failedFuture(new StoreException(
                    failure instanceof UnavailableException ? Reason.UNAVAILABLE : Reason.UNKNOWN_OUTCOME,
                    "insert into " + table.name() + " was not settled in time: " + failure.getMessage(),
                    failure));
        }
        return readSerially(values).thenCompose(found -> {
            if (found.isPresent() && sameRow(found.get(), values)) {
                return CompletableFuture.completedFuture(new InsertOutcome<>(Optional.empty()));
            }
            return settled(found, values, deadline);
        });
    }

    /** The expired row may be gone or not. Nothing of this insert is under way: a row like it would be somebody else's. */
    private CompletableFuture<InsertOutcome<R>> stillExpired(Throwable failure, Object[] values, long deadline) {
        if (!Failures.mayPass(failure) || System.nanoTime() - deadline > 0) {
            return CompletableFuture.failedFuture(
                    Failures.ofRepeatable("replacing an expired row of " + table.name(), failure));
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
        return repeats.run(() -> session.executeAsync(statement))
                .thenApply(result -> {
                    Row row = result.one();
                    return row == null ? Optional.<Object[]>empty() : Optional.of(Codecs.values(types, row, values, 0));
                })
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(new StoreException(
                        Reason.UNKNOWN_OUTCOME,
                        "whether the insert into " + table.name() + " took place can't be read",
                        Answers.cause(failure))));
    }

    /** Only if the anchor is still the expired one: another caller may have put a new row in its place. */
    private CompletableFuture<AsyncResultSet> replaceExpired(Object[] expired) {
        BoundStatementBuilder delete = deleteExpired.boundStatementBuilder();
        int index = key(delete, expired);
        Column<?> anchor = anchor().orElseThrow();
        Codecs.set(delete, index, anchor.type(), expired[table.positionOf(anchor)]);
        return session.executeAsync(delete.setIdempotence(false).build()).toCompletableFuture();
    }

    private int key(BoundStatementBuilder statement, Object[] values) {
        for (int i = 0; i < table.keySize(); i++) {
            Codecs.set(statement, i, table.columns().get(i).type(), values[i]);
        }
        return table.keySize();
    }

    /** The column that expiry is counted from, if it is not part of the key: such a row can be replaced by a later one. */
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

    /** An empty collection and an absent one are the same. */
    private static Object normal(Object value) {
        boolean empty = value instanceof Map<?, ?> map && map.isEmpty()
                || value instanceof Collection<?> collection && collection.isEmpty();
        return empty ? null : value;
    }
}
