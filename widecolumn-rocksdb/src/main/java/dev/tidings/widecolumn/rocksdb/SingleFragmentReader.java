package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.codec.ByteSource;
import dev.tidings.widecolumn.codec.CellCodec;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decodes the values of a row that consists of a single fragment, as most do, straight into the array of column values. Rows with several
 * fragments need a {@link RowMerge} instead.
 */
final class SingleFragmentReader {
    private SingleFragmentReader() {}

    /** Fills in the values of the columns outside the key. */
    static void fill(StoredTable stored, ByteSource in, Object[] values) {
        while (in.hasMore()) {
            int tag = in.getVarint();
            int position = stored.position(tag >>> 2);
            switch (tag & 3) {
                case Fragment.VALUE -> {
                    int length = in.getVarint();
                    if (position < 0) {
                        in.skip(length);
                    } else {
                        values[position] = CellCodec.decode(stored.type(position), in, length);
                    }
                }
                case Fragment.ENTRY -> entry(stored, in, position, values);
                case Fragment.ENTRY_REMOVED -> in.skip(in.getVarint());
                default -> {} // cleared: there is no other fragment with a value to clear
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static void entry(StoredTable stored, ByteSource in, int position, Object[] values) {
        String key = in.getText();
        String value = in.getText();
        if (position < 0) {
            return;
        }
        if (stored.type(position) == ColumnType.TEXT_MAP) {
            if (values[position] == null) {
                values[position] = new TreeMap<String, String>();
            }
            ((Map<String, String>) values[position]).put(key, value);
        } else {
            if (values[position] == null) {
                values[position] = new TreeSet<String>();
            }
            ((Set<String>) values[position]).add(key);
        }
    }
}
