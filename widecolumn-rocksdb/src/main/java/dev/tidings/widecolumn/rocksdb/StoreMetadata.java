package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * Reads and writes the engine's own entries in the default column family: the declaration each table was written with, the number of
 * openings, and the last write time that was assigned. Refuses to open a table whose key, column types or TTL differ from the stored ones.
 */
final class StoreMetadata {
    static final byte[] WRITE_TIME_KEY = "write_time".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OPENINGS_KEY = "openings".getBytes(StandardCharsets.UTF_8);
    private static final byte[] COMPACTED_KEY = "compacted".getBytes(StandardCharsets.UTF_8);

    /** In a table's entry, instead of a column id: the time to live follows. Column ids start at 1. */
    private static final int TIME_TO_LIVE = 0;

    private final RocksDB db;

    private record StoredColumn(int id, String type) {}

    StoreMetadata(RocksDB db) {
        this.db = db;
    }

    /**
     * The id of each column outside the key, by position. A new column gets the next free id; an id is never reused. The key and
     * the types can't change, because stored rows could no longer be found or decoded. Nor can the time to live, which is stored
     * with each write: rows written before and after the change would expire in pieces, and overwritten values would reappear.
     */
    int[] columnIds(Table<?> table) throws RocksDBException {
        byte[] note = ("table/" + table.name()).getBytes(StandardCharsets.UTF_8);
        byte[] before = db.get(note);
        String key = keyShape(table);
        String timeToLive = timeToLive(table);
        Map<String, StoredColumn> columns = new LinkedHashMap<>();
        int lastId = 0;
        if (before != null) {
            ByteSource in = new ByteSource(before);
            String storedKey = in.getText();
            if (!storedKey.equals(key)) {
                throw changed(table, "its key was " + storedKey + " and is now declared as " + key);
            }
            while (in.hasMore()) {
                int id = in.getVarint();
                String name = in.getText();
                String type = in.getText();
                if (id == TIME_TO_LIVE) {
                    requireSame(table, type, timeToLive);
                } else {
                    columns.put(name, new StoredColumn(id, type));
                    lastId = Math.max(lastId, id);
                }
            }
        }
        int[] ids = new int[table.columns().size()];
        for (int i = table.keySize(); i < ids.length; i++) {
            Column<?> column = table.columns().get(i);
            StoredColumn stored = columns.get(column.name());
            if (stored == null) {
                stored = new StoredColumn(++lastId, column.type().cql());
                columns.put(column.name(), stored);
            } else if (!stored.type().equals(column.type().cql())) {
                throw changed(
                        table,
                        "column " + column.name() + " was " + stored.type() + " and is now declared as "
                                + column.type().cql());
            }
            ids[i] = stored.id();
        }
        byte[] after = encode(key, timeToLive, columns);
        if (!Arrays.equals(before, after)) {
            durably(note, after);
        }
        return ids;
    }

    /** Counts this opening durably. Numbers derived from the count are unique over the lifetime of the folder. */
    int incrementOpenings() throws RocksDBException {
        byte[] before = db.get(OPENINGS_KEY);
        int opening = before == null ? 1 : new ByteSource(before).getInt() + 1;
        durably(OPENINGS_KEY, new ByteSink(4).putInt(opening).toBytes());
        return opening;
    }

    /** Writes an entry without a meaning, so that the next flush changes the files. */
    void noteCompaction() throws RocksDBException {
        durably(COMPACTED_KEY, new byte[0]);
    }

    long lastWriteTime() throws RocksDBException {
        byte[] stored = db.get(WRITE_TIME_KEY);
        return stored == null ? Long.MIN_VALUE + 1 : new ByteSource(stored).getLong();
    }

    private static void requireSame(Table<?> table, String stored, String declared) {
        if (!stored.equals(declared)) {
            throw changed(table, "its time to live was " + stored + " and is now declared as " + declared);
        }
    }

    private static byte[] encode(String key, String timeToLive, Map<String, StoredColumn> columns) {
        ByteSink out = new ByteSink(256);
        out.putText(key);
        // Older stores lack this entry; it is added when they are opened.
        out.putVarint(TIME_TO_LIVE);
        out.putText("ttl");
        out.putText(timeToLive);
        columns.forEach((name, column) -> {
            out.putVarint(column.id());
            out.putText(name);
            out.putText(column.type());
        });
        return out.toBytes();
    }

    private static String keyShape(Table<?> table) {
        StringBuilder shape = new StringBuilder(table.declaration().describeKey()).append(" of");
        for (int i = 0; i < table.keySize(); i++) {
            shape.append(' ').append(table.columns().get(i).type().cql());
        }
        return shape.toString();
    }

    private static String timeToLive(Table<?> table) {
        return table.declaration()
                .ttl()
                .map(ttl -> ttl.life() + " from " + ttl.anchor().name())
                .orElse("none");
    }

    private static StoreException changed(Table<?> table, String how) {
        return new StoreException(
                Reason.MISCONFIGURED,
                "table " + table.name() + " can't be opened as declared: " + how + "; declare a new table instead");
    }

    private void durably(byte[] key, byte[] value) throws RocksDBException {
        try (WriteOptions sync = new WriteOptions().setSync(true)) {
            db.put(sync, key, value);
        }
    }
}
