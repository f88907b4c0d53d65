package dev.tidings.widecolumn;

import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import dev.tidings.widecolumn.codec.KeyCodec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.zip.CRC32C;

/**
 * Encodes and parses the opaque cursor of a {@link Page}: the clustering key of its last row, with checksums of the query and its values to
 * detect misuse. A position in the order of the rows, not an offset, so that rows inserted before it don't shift the next page.
 */
final class Cursor {
    private static final int VERSION = 1;

    private Cursor() {}

    /** The cursor after this row of a select's result. */
    static String after(Select<?> select, Object[] row) {
        Table<?> table = select.table();
        ByteSink out = new ByteSink(64);
        out.put(VERSION).putInt(queryChecksum(select)).putInt(partitionChecksum(select));
        KeyCodec.encode(table, row, table.partitionSize(), table.keySize(), out);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toBytes());
    }

    /** The key values of the row before the cursor; those of the partition come from the select. */
    static Object[] parse(Select<?> select, String cursor) {
        Table<?> table = select.table();
        String where = "cursor for query '" + select.query().name() + "' of " + table.name();
        if (cursor == null) {
            throw new InvalidValueException(where, null, "a cursor; the first page is asked for without one");
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(where, cursor, "one that a page of this query returned");
        }
        if (bytes.length < 9 || bytes[0] != VERSION) {
            throw new InvalidValueException(where, cursor, "one that a page of this query returned");
        }
        ByteSource in = new ByteSource(bytes, 1, bytes.length);
        if (in.getInt() != queryChecksum(select)) {
            throw new InvalidValueException(where, cursor, "a cursor of this table and query; this one is of another");
        }
        if (in.getInt() != partitionChecksum(select)) {
            throw new InvalidValueException(where, cursor, "a cursor of the same key values; this one is of others");
        }
        Object[] values = select.values().clone();
        try {
            KeyCodec.decode(table, values, table.partitionSize(), table.keySize(), in);
        } catch (IllegalStateException e) {
            throw new InvalidValueException(where, cursor, "one that is complete; this one is cut or damaged");
        }
        if (in.hasMore()) {
            throw new InvalidValueException(where, cursor, "one that is complete; this one is cut or damaged");
        }
        return values;
    }

    private static int queryChecksum(Select<?> select) {
        CRC32C crc = new CRC32C();
        crc.update(select.table().name().getBytes(StandardCharsets.UTF_8));
        crc.update(0);
        crc.update(select.query().name().getBytes(StandardCharsets.UTF_8));
        crc.update(select.reversed() ? 1 : 0);
        return (int) crc.getValue();
    }

    private static int partitionChecksum(Select<?> select) {
        ByteSink key = new ByteSink(64);
        KeyCodec.encode(select.table(), select.values(), 0, select.equalCount(), key);
        CRC32C crc = new CRC32C();
        crc.update(key.array(), 0, key.length());
        return (int) crc.getValue();
    }
}
