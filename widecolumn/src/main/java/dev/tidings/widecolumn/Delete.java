package dev.tidings.widecolumn;

/** A write that deletes one row: every cell written no later than its write time. A later write creates the row again. */
public final class Delete implements Write {
    private final Table<?> table;
    private final Object[] values;
    private long writeTime = ENGINE_TIME;

    Delete(Table<?> table, Object[] values) {
        this.table = table;
        this.values = values;
        ValueChecks.checkKey(table, values);
    }

    @Override
    public Delete copyAt(long micros) {
        return new Delete(table, values.clone()).at(micros);
    }

    /** Fixes the write time, in microseconds. */
    public Delete at(long micros) {
        writeTime = micros;
        return this;
    }

    @Override
    public Table<?> table() {
        return table;
    }

    @Override
    public Object[] values() {
        return values;
    }

    @Override
    public long writeTime() {
        return writeTime;
    }
}
