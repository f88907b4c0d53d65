package dev.tidings.widecolumn;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A storage engine for tables: writes batches, reads pages, and inserts rows if absent. Engines differ in how they store rows; one contract
 * suite fixes their behaviour.
 *
 * <p>Calls that return a future don't block; {@link #check} and {@link #close} may. A future fails with a {@link StoreException}, also after
 * the engine was closed. Invalid values are rejected earlier: by writes and selects while they are built, and by {@link #insertIfAbsent}
 * before it returns. An engine limits its requests in flight and fails further ones with {@link StoreException.Reason#OVERLOADED}, so a
 * caller with much to do has to wait for some futures before it starts more. Callbacks of a future run on an engine thread, which they must
 * not block, or on the caller's: an in-memory result may complete before the call returns, so that a chain of many reads can run as one
 * long step.
 */
public interface Engine extends AutoCloseable {

    /** Completes when the batch has the durability the engine is configured for. */
    CompletableFuture<Void> write(Batch batch);

    /**
     * Writes a batch and waits for its durability, for workers that would wait anyway: an embedded engine can then commit on the calling
     * thread, without waking another. Fails as {@link CompletableFuture#join} would. Must not be called by the callback of a future, and
     * may be durable before earlier writes that are still in flight.
     */
    default void writeAndWait(Batch batch) {
        write(batch).join();
    }

    /**
     * Writes rows that the caller can write again after a power failure, because they follow from a record that stays in a log until
     * {@link #sync} has returned. When the call returns, they are readable and survive a crash of the process; they are durable after the
     * next {@link #sync}. Otherwise like {@link #writeAndWait}.
     */
    default void writeUnsynced(Batch batch) {
        writeAndWait(batch);
    }

    /** Makes all writes durable that have returned. Blocks, and fails as {@link #writeAndWait} does. */
    default void sync() {}

    default CompletableFuture<Void> write(Write write) {
        return write(Batch.of(write));
    }

    /** Reads one page, in the order of the clustering columns or its reverse. */
    <R extends Record> CompletableFuture<Page<R>> read(Select<R> select);

    /** Reads the first row: for queries that fix the whole key. */
    default <R extends Record> CompletableFuture<Optional<R>> readOne(Select<R> select) {
        return Futures.map(
                read(select.copy().limit(1)), page -> page.rows().stream().findFirst());
    }

    /**
     * Inserts the row unless one with its key exists. Of concurrent calls exactly one wins. Costs a read on RocksDB and a Paxos round on
     * Cassandra, so it is for idempotency keys and leases, not for every row.
     *
     * @throws InvalidValueException immediately, if the row can't be stored
     */
    <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row);

    /** Checks whether the engine could take a write and a read now. */
    Health check();

    @Override
    void close();

    /**
     * The result of {@link Engine}'s health check.
     *
     * @param problem empty if the engine is healthy
     */
    record Health(Optional<String> problem) {
        public boolean ok() {
            return problem.isEmpty();
        }
    }
}
