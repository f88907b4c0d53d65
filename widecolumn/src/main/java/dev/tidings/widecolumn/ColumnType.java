package dev.tidings.widecolumn;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What a column can hold. Each type has one Java class, so that a value never needs converting on the way. */
public enum ColumnType {
    TEXT("text", String.class),
    UUID("uuid", UUID.class),
    INT("int", Integer.class),
    BIGINT("bigint", Long.class),
    BOOLEAN("boolean", Boolean.class),
    DOUBLE("double", Double.class),
    /** Milliseconds since the epoch, as in CQL: an {@link Instant} with more precision is refused, not rounded. */
    TIMESTAMP("timestamp", Instant.class),
    BLOB("blob", ByteBuffer.class),
    /** {@code map<text,text>}, written entry by entry and never as a whole. */
    TEXT_MAP("map<text, text>", Map.class),
    /** {@code set<text>}, written element by element and never as a whole. */
    TEXT_SET("set<text>", Set.class);

    private final String cql;
    private final Class<?> javaType;

    ColumnType(String cql, Class<?> javaType) {
        this.cql = cql;
        this.javaType = javaType;
    }

    /** The type as CQL spells it. */
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
        return switch (this) {
            case UUID -> 16;
            case BIGINT, DOUBLE, TIMESTAMP -> 8;
            case INT -> 4;
            case BOOLEAN -> 1;
            case TEXT, BLOB, TEXT_MAP, TEXT_SET -> -1;
        };
    }
}
