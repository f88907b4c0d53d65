package dev.tidings.widecolumn;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Inserts rows if absent, and finds out the outcome where the engine did not answer: it tries again, and takes a row that is equal to its own
 * for its own. For rows that no two writers insert equally, or where it does not matter whose it is.
 */
public final class CertainInserts {
    private static final int MAX_TRIES = 4;

    private CertainInserts() {}

    public static <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(
            Engine engine, Table<R> table, R row) {
        return insert(engine, table, row, 1);
    }

    private static <R extends Record> CompletableFuture<InsertOutcome<R>> insert(
            Engine engine, Table<R> table, R row, int tried) {
        return engine.insertIfAbsent(table, row)
                .thenApply(outcome ->
                        tried > 1 && outcome.existing().filter(row::equals).isPresent()
                                ? InsertOutcome.<R>ofInserted()
                                : outcome)
                .exceptionallyCompose(failure -> tried < MAX_TRIES && isUnknown(failure)
                        ? insert(engine, table, row, tried + 1)
                        : CompletableFuture.failedFuture(failure));
    }

    private static boolean isUnknown(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof StoreException store && store.reason() == StoreException.Reason.UNKNOWN_OUTCOME;
    }
}
