package dev.tidings.widecolumn;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The types a {@link Column} can have, such as text, timestamp, uuid or a map. Each has one Java class, so that values need no conversion.
 */
public enum ColumnType {
    TEXT("text", String.class, -1),
    UUID("uuid", UUID.class, 16),
    INT("int", Integer.class, 4),
    BIGINT("bigint", Long.class, 8),
    BOOLEAN("boolean", Boolean.class, 1),
    DOUBLE("double", Double.class, 8),
    /** Milliseconds since the epoch, as in CQL: an {@link Instant} with more precision is rejected, not rounded. */
    TIMESTAMP("timestamp", Instant.class, 8),
    BLOB("blob", ByteBuffer.class, -1),
    /** {@code map<text,text>}, written entry by entry and never as a whole. */
    TEXT_MAP("map<text, text>", Map.class, -1),
    /** {@code set<text>}, written element by element and never as a whole. */
    TEXT_SET("set<text>", Set.class, -1);

    private final String cql;
    private final Class<?> javaType;
    private final int fixedSize;

    ColumnType(String cql, Class<?> javaType, int fixedSize) {
        this.cql = cql;
        this.javaType = javaType;
        this.fixedSize = fixedSize;
    }

    /** The type in CQL. */
    public String cql() {
        return cql;
    }

    public Class<?> javaType() {
        return javaType;
    }

    /** Collections hold many cells under one name; they can't be part of a key. */
    public boolean isCollection() {
        return this == TEXT_MAP || this == TEXT_SET;
    }

    /** The serialized size where it does not depend on the value, or -1. */
    public int fixedSize() {
        return fixedSize;
    }
}
