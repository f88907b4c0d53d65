package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.codec.ByteSink;

/**
 * The key and value bytes of one upsert into a new table: for tools that show the layout, and for benchmarks that write the same
 * bytes to plain RocksDB.
 */
public record RowImage(byte[] key, byte[] value) {

    public static RowImage of(Upsert upsert, long writeTime, long fragmentNumber) {
        Table<?> table = upsert.table();
        int[] ids = new int[table.columns().size()];
        for (int i = table.keySize(); i < ids.length; i++) {
            ids[i] = i - table.keySize() + 1;
        }
        RowEncoder bytes = new RowEncoder(table, ids);
        ByteSink key = new ByteSink(128);
        bytes.keyPrefix(upsert.values(), table.keySize(), key);
        key.putLong(fragmentNumber);
        ByteSink value = new ByteSink(512);
        bytes.upsertFragment(upsert, writeTime, table.expirySecond(upsert.values()), value);
        return new RowImage(key.toBytes(), value.toBytes());
    }
}
