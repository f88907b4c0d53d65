package dev.tidings.widecolumn;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A typed column of a table: its name, its {@link ColumnType} and a comment for the schema. Several tables may share one: {@code tenant}
 * means the same everywhere.
 *
 * @param <T> the Java type of its values, so that {@code set(READ_AT, "noon")} does not compile
 */
public final class Column<T> {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

    private final String name;
    private final ColumnType type;
    private final String comment;

    private Column(String name, ColumnType type, String comment) {
        if (!NAME.matcher(name).matches()) {
            throw new SchemaException(
                    "column name '" + name + "': expected lower-case letters, digits and underscores, at most 48");
        }
        if (comment.isBlank()) {
            throw new SchemaException("column " + name + " has no comment: say what it holds and why");
        }
        this.name = name;
        this.type = type;
        this.comment = comment;
    }

    public static Column<String> text(String name, String comment) {
        return new Column<>(name, ColumnType.TEXT, comment);
    }

    public static Column<UUID> uuid(String name, String comment) {
        return new Column<>(name, ColumnType.UUID, comment);
    }

    public static Column<Integer> integer(String name, String comment) {
        return new Column<>(name, ColumnType.INT, comment);
    }

    public static Column<Long> bigint(String name, String comment) {
        return new Column<>(name, ColumnType.BIGINT, comment);
    }

    public static Column<Boolean> bool(String name, String comment) {
        return new Column<>(name, ColumnType.BOOLEAN, comment);
    }

    public static Column<Double> real(String name, String comment) {
        return new Column<>(name, ColumnType.DOUBLE, comment);
    }

    public static Column<Instant> timestamp(String name, String comment) {
        return new Column<>(name, ColumnType.TIMESTAMP, comment);
    }

    public static Column<ByteBuffer> blob(String name, String comment) {
        return new Column<>(name, ColumnType.BLOB, comment);
    }

    public static Column<Map<String, String>> textMap(String name, String comment) {
        return new Column<>(name, ColumnType.TEXT_MAP, comment);
    }

    public static Column<Set<String>> textSet(String name, String comment) {
        return new Column<>(name, ColumnType.TEXT_SET, comment);
    }

    public String name() {
        return name;
    }

    public ColumnType type() {
        return type;
    }

    public String comment() {
        return comment;
    }

    /** This column as a clustering column, smallest first. */
    public Clustering asc() {
        return new Clustering(this, false);
    }

    /** This column as a clustering column, largest first. */
    public Clustering desc() {
        return new Clustering(this, true);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Column<?> that && name.equals(that.name) && type == that.type;
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, type);
    }

    @Override
    public String toString() {
        return name + " " + type.cql();
    }
}
