package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Table;
import java.util.Arrays;
import org.rocksdb.ColumnFamilyHandle;

/**
 * A table of the open database: its column family, and the id under which each column is stored. Ids are assigned once and kept in the
 * {@link StoreMetadata}, so that columns can be added and reordered.
 */
final class StoredTable {
    /** The length of the fragment number at the end of every key, which is unique within the row. */
    static final int FRAGMENT_BYTES = 8;

    private final Table<?> table;
    private final ColumnFamilyHandle handle;
    private final int family;
    private final RowEncoder bytes;
    private final int[] positionOf;
    private final ColumnType[] types;

    /** @param ids the id of each column outside the key, by its position; 0 for key columns */
    StoredTable(Table<?> table, ColumnFamilyHandle handle, int[] ids) {
        this.table = table;
        this.handle = handle;
        this.family = handle.getID();
        this.bytes = new RowEncoder(table, ids);
        this.types = table.columns().stream().map(Column::type).toArray(ColumnType[]::new);
        this.positionOf = new int[Arrays.stream(ids).max().orElse(0) + 1];
        Arrays.fill(positionOf, -1);
        for (int position = table.keySize(); position < ids.length; position++) {
            positionOf[ids[position]] = position;
        }
    }

    Table<?> table() {
        return table;
    }

    ColumnFamilyHandle handle() {
        return handle;
    }

    /** The id of the column family. Unlike the handle it stays valid after the store is closed. */
    int family() {
        return family;
    }

    /** The position of the column with this id, or -1 if it is no longer declared. */
    int position(int id) {
        return id < positionOf.length ? positionOf[id] : -1;
    }

    ColumnType type(int position) {
        return types[position];
    }

    RowEncoder bytes() {
        return bytes;
    }
}
