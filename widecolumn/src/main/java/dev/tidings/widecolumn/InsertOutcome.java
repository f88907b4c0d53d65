package dev.tidings.widecolumn;

import java.util.Optional;

/** The result of an insert-if-absent: empty if the row was inserted, otherwise the existing row, and nothing was written. */
public record InsertOutcome<R extends Record>(Optional<R> existing) {
    public boolean inserted() {
        return existing.isEmpty();
    }
}
