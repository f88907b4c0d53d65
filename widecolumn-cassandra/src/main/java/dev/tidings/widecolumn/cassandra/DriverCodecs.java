package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Table;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * Binds column values to the driver's statements and reads them from its rows, with the codec of each {@link ColumnType}. Works by column
 * position: no lookup by name or class per value.
 */
final class DriverCodecs {
    private static final Map<ColumnType, TypeCodec<?>> CODECS = Map.of(
            ColumnType.TEXT, TypeCodecs.TEXT,
            ColumnType.UUID, TypeCodecs.UUID,
            ColumnType.INT, TypeCodecs.INT,
            ColumnType.BIGINT, TypeCodecs.BIGINT,
            ColumnType.BOOLEAN, TypeCodecs.BOOLEAN,
            ColumnType.DOUBLE, TypeCodecs.DOUBLE,
            ColumnType.TIMESTAMP, TypeCodecs.TIMESTAMP,
            ColumnType.BLOB, TypeCodecs.BLOB,
            ColumnType.TEXT_MAP, TypeCodecs.mapOf(TypeCodecs.TEXT, TypeCodecs.TEXT),
            ColumnType.TEXT_SET, TypeCodecs.setOf(TypeCodecs.TEXT));
    /** By {@link ColumnType#ordinal}. */
    private static final TypeCodec<?>[] BY_TYPE =
            Arrays.stream(ColumnType.values()).map(CODECS::get).toArray(TypeCodec<?>[]::new);

    private DriverCodecs() {}

    /** The types of a table's columns, by position. */
    static ColumnType[] types(Table<?> table) {
        return table.columns().stream().map(Column::type).toArray(ColumnType[]::new);
    }

    static void set(BoundStatementBuilder statement, int index, ColumnType type, Object value) {
        statement.set(index, value, codec(type));
    }

    /** Encodes a value for the wire, once for several statements. The driver does not move the buffer. */
    static ByteBuffer encode(ColumnType type, Object value, ProtocolVersion version) {
        return codec(type).encode(value, version);
    }

    /**
     * The values of a row whose columns were selected in the order of the table. The first {@code known} values are copied from
     * the query instead of decoded.
     */
    static Object[] values(ColumnType[] types, Row row, Object[] queried, int known) {
        Object[] values = new Object[types.length];
        System.arraycopy(queried, 0, values, 0, known);
        for (int i = known; i < values.length; i++) {
            values[i] = row.get(i, codec(types[i]));
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    private static TypeCodec<Object> codec(ColumnType type) {
        return (TypeCodec<Object>) BY_TYPE[type.ordinal()];
    }
}
