package dev.tidings.widecolumn;

import java.util.Optional;

/** The result of an insert-if-absent: empty if the row was inserted, otherwise the existing row, and nothing was written. */
public record InsertOutcome<R extends Record>(Optional<R> existing) {
    /** The result if the row was inserted. */
    public static <R extends Record> InsertOutcome<R> ofInserted() {
        return new InsertOutcome<>(Optional.empty());
    }

    public boolean inserted() {
        return existing.isEmpty();
    }
}
