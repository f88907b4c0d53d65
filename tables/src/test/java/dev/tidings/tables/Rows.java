package dev.tidings.tables;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Table;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Creates rows of any table, with a value in every column. */
final class Rows {
    static final Instant NOON = Instant.parse("2026-11-15T12:00:00Z");

    private Rows() {}

    static UUID v7(Instant instant) {
        return new UUID(instant.toEpochMilli() << 16 | 0x7abc, 0x8def_0123_4567_89abL);
    }

    static <R extends Record> R full(Table<R> table) {
        return table.row(table.columns().stream().map(Rows::value).toArray());
    }

    /** Values that differ from column to column, so that no two can be mixed up unnoticed. */
    private static Object value(Column<?> column) {
        int different = column.name().hashCode() & 0xffff;
        return switch (column.type()) {
            case TEXT -> column.name() + " ü";
            case UUID -> v7(NOON.plusMillis(different));
            case INT -> different;
            case BIGINT -> (long) different;
            case BOOLEAN -> true;
            case DOUBLE -> different / 2.0;
            case TIMESTAMP -> NOON.plusMillis(different);
            case BLOB -> ByteBuffer.wrap(column.name().getBytes(StandardCharsets.UTF_8));
            case TEXT_MAP -> Map.of(column.name(), "value", "other", "");
            case TEXT_SET -> Set.of(column.name(), "other");
        };
    }
}
