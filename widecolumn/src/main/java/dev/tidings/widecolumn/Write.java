package dev.tidings.widecolumn;

/** A change of one row by a {@link Batch} or a single call: an {@link Upsert} or a {@link Delete}, with its key and write time. */
public sealed interface Write permits Upsert, Delete {
    /** Marks a write without a time of its own: the engine assigns one from its strictly increasing clock. */
    long ENGINE_TIME = Long.MIN_VALUE;

    Table<?> table();

    /** Values by column position; those of the key are always present. */
    Object[] values();

    /** The write time in microseconds, which decides which of two writes to a cell wins, or {@link #ENGINE_TIME}. */
    long writeTime();

    /** An independent copy with this write time. */
    Write copyAt(long micros);
}
