package dev.tidings.widecolumn;

/** One change to one row. */
public sealed interface Write permits Upsert, Delete {
    /** Stands for "whenever the engine takes it": engines then use their own, strictly rising clock. */
    long ENGINE_TIME = Long.MIN_VALUE;

    Table<?> table();

    /** Values by column position; those of the key are always there. */
    Object[] values();

    /** Microseconds that decide which of two writes to a cell is the later, or {@link #ENGINE_TIME}. */
    long writeTime();
}
