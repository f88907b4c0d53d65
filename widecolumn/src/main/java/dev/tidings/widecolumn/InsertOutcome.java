package dev.tidings.widecolumn;

import java.util.Optional;

/** The outcome of an insert-if-absent: inserted, or the existing row that won. */
public record InsertOutcome<R extends Record>(Optional<R> existing) {
    public boolean inserted() {
        return existing.isEmpty();
    }
}
