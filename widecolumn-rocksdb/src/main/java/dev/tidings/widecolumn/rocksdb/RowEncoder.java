package dev.tidings.widecolumn.rocksdb;

import com.dynatrace.hash4j.hashing.Hashing;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.CellCodec;
import dev.tidings.widecolumn.codec.KeyCodec;
import java.util.Map;
import java.util.Set;

/** Encodes the rows of one table for RocksDB: the key prefix from key columns, and an upsert as the value of a {@link Fragment}. */
final class RowEncoder {
    private final Table<?> table;
    private final int[] idAt;

    /** @param ids the id of each column outside the key, by its position; 0 for key columns */
    RowEncoder(Table<?> table, int[] ids) {
        this.table = table;
        this.idAt = ids;
    }

    /** The hash of the partition columns as encoded by the key codec. Stored in every key, so it can never change. */
    static long partitionHash(byte[] bytes, int start, int length) {
        return Hashing.xxh3_64().hashBytesToLong(bytes, start, length);
    }

    /** Appends the key up to a column: the partition's hash, the partition columns, and clustering columns. */
    void keyPrefix(Object[] values, int columns, ByteSink out) {
        int start = out.skip(RocksTuning.PREFIX_BYTES);
        int partition = out.length();
        KeyCodec.encode(table, values, 0, table.partitionSize(), out);
        out.setLong(start, partitionHash(out.array(), partition, out.length() - partition));
        KeyCodec.encode(table, values, table.partitionSize(), columns, out);
    }

    /** Appends an upsert as a fragment. */
    void upsertFragment(Upsert upsert, long writeTime, long expirySecond, ByteSink out) {
        int start = Fragment.start(out, Fragment.UPSERT, writeTime, expirySecond);
        Object[] values = upsert.values();
        for (int i = table.keySize(); i < values.length; i++) {
            if (values[i] != null) {
                cells(i, values[i], out);
            }
        }
        for (Upsert.Removal removal : upsert.removals()) {
            int id = idAt[removal.position()];
            if (removal.entry() == null) {
                out.putVarint(id << 2 | Fragment.CLEARED);
            } else {
                out.putVarint(id << 2 | Fragment.ENTRY_REMOVED);
                out.putText(removal.entry());
            }
        }
        Fragment.finish(out, start, expirySecond);
    }

    private void cells(int position, Object value, ByteSink out) {
        Column<?> column = table.columns().get(position);
        int id = idAt[position];
        if (column.type() == ColumnType.TEXT_MAP) {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                out.putVarint(id << 2 | Fragment.ENTRY);
                out.putText((String) entry.getKey());
                out.putText((String) entry.getValue());
            }
        } else if (column.type() == ColumnType.TEXT_SET) {
            for (Object element : (Set<?>) value) {
                out.putVarint(id << 2 | Fragment.ENTRY);
                out.putText((String) element);
                out.putVarint(0);
            }
        } else {
            out.putVarint(id << 2 | Fragment.VALUE);
            CellCodec.encode(column.type(), value, out);
        }
    }
}
