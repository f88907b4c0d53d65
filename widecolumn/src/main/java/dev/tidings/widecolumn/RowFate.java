package dev.tidings.widecolumn;

/** The fate of a row in a sweep over all rows of a table: it is kept, removed or replaced. */
public sealed interface RowFate {
    RowFate KEEP = new Keep();
    RowFate REMOVE = new Remove();

    /** It stays as it is. */
    record Keep() implements RowFate {}

    /** It disappears, without a tombstone. */
    record Remove() implements RowFate {}

    /** Another row takes its place. */
    record Replace(Upsert row) implements RowFate {}
}
