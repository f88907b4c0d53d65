package dev.tidings.widecolumn;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Where tables are kept. Engines differ in where the bytes go; what a caller sees is fixed by one contract suite.
 *
 * <p>Every call returns at once. A future fails with a {@link StoreException}, also after the engine was closed; a value that can't be stored never gets this far,
 * as writes and selects refuse it while they are put together. An engine bounds what it has under way and answers
 * {@link StoreException.Reason#OVERLOADED} beyond that, so a caller who wants everything done waits for some futures before
 * starting more. Whatever is chained to a future runs on a thread of the engine, which it must not block, or on the
 * caller's: what is in memory may be answered before the call returns, so that a chain of many reads can be one long step.
 */
public interface Engine extends AutoCloseable {

    /** Completes when the batch is as durable as the engine was asked to make it. */
    CompletableFuture<Void> write(Batch batch);

    default CompletableFuture<Void> write(Write write) {
        return write(Batch.of(write));
    }

    /** One page of an answer, in the order of the clustering columns or its reverse. */
    <R extends Record> CompletableFuture<Page<R>> read(Select<R> select);

    /** The first row of an answer: for queries that fix the whole key. */
    default <R extends Record> CompletableFuture<Optional<R>> readOne(Select<R> select) {
        return Answers.map(
                read(select.copy().limit(1)), page -> page.rows().stream().findFirst());
    }

    /**
     * Inserts the row if there is none with its key, and says who won. Exactly one of any number of racing calls does. It costs
     * a read on RocksDB and a round of Paxos on Cassandra, so it is for idempotency keys and leases, not for every row.
     *
     * @throws InvalidValueException at once, if the row can't be stored
     */
    <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row);

    /** Whether the engine could take a write and answer a read now, and if not, why. */
    Health check();

    @Override
    void close();

    /** @param problem empty if all is well */
    record Health(Optional<String> problem) {
        public boolean ok() {
            return problem.isEmpty();
        }
    }
}
