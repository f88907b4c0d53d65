package dev.tidings.widecolumn;

import java.util.Optional;

/** Who won an insert-if-absent: this call, or the row that was there already. */
public record InsertOutcome<R extends Record>(Optional<R> existing) {
    public boolean inserted() {
        return existing.isEmpty();
    }
}
