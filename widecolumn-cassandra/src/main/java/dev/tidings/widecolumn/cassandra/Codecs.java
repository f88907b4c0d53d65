package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Table;
import java.util.Arrays;
import java.util.Map;

/** Between the kit's values and the driver's, by position: no look-up by name or by class on the way of every value. */
final class Codecs {
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
    /** By the number of the type. */
    private static final TypeCodec<?>[] BY_TYPE =
            Arrays.stream(ColumnType.values()).map(CODECS::get).toArray(TypeCodec<?>[]::new);

    private Codecs() {}

    static void set(BoundStatementBuilder statement, int index, ColumnType type, Object value) {
        statement.set(index, value, codec(type));
    }

    /** The values of a row whose columns were selected in the order of the table, the first of them at this index. */
    static Object[] values(Table<?> table, Row row, int firstIndex) {
        Object[] values = new Object[table.columns().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = row.get(firstIndex + i, codec(table.columns().get(i).type()));
        }
        return values;
    }

    @SuppressWarnings("unchecked")
    private static TypeCodec<Object> codec(ColumnType type) {
        return (TypeCodec<Object>) BY_TYPE[type.ordinal()];
    }
}
