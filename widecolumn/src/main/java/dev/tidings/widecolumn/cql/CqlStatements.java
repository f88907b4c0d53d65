package dev.tidings.widecolumn.cql;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Renders the texts of the CQL inserts, updates, deletes and selects that the Cassandra engine prepares for one table. Supported by both
 * Cassandra and ScyllaDB; every condition is on the key, so none needs {@code ALLOW FILTERING}.
 */
public final class CqlStatements {
    private final String name;
    private final Declaration table;

    public CqlStatements(String keyspace, Declaration table) {
        this.name = CqlText.name(keyspace) + "." + CqlText.name(table.name());
        this.table = table;
    }

    /** Binds all columns that are not collections, in the order of the table, then the TTL if there is one and the write time. */
    public String insert() {
        return insertInto(single()) + " " + usingTtlAndTimestamp();
    }

    /**
     * Binds all columns that are not collections, in the order of the table, then the TTL if there is one; the server assigns the write
     * time.
     */
    public String insertIfAbsent() {
        return insertInto(single()) + " IF NOT EXISTS" + usingTtl();
    }

    /** Goes with {@link #insertIfAbsent}: binds the TTL if there is one, the entries to add, and the key. */
    public String addEntriesIfInserted(Column<?> collection) {
        String column = CqlText.name(collection.name());
        return "UPDATE " + name + usingTtl() + " SET " + column + " = " + column + " + ? WHERE " + equal(table.key());
    }

    /** Binds the TTL if there is one, the write time, the entries to add, and the key. */
    public String addEntries(Column<?> collection) {
        String column = CqlText.name(collection.name());
        return "UPDATE " + name + " " + usingTtlAndTimestamp() + " SET " + column + " = " + column + " + ? WHERE "
                + equal(table.key());
    }

    /** Binds the write time, the keys of the entries to remove as a set, and the key. */
    public String removeEntries(Column<?> collection) {
        String column = CqlText.name(collection.name());
        return "UPDATE " + name + " USING TIMESTAMP ? SET " + column + " = " + column + " - ? WHERE "
                + equal(table.key());
    }

    /** Binds the write time and the key. */
    public String delete() {
        return "DELETE FROM " + name + " USING TIMESTAMP ? WHERE " + equal(table.key());
    }

    /** Binds the key and the value that the column must still have. */
    public String deleteIf(Column<?> column) {
        return "DELETE FROM " + name + " WHERE " + equal(table.key()) + " IF " + CqlText.name(column.name()) + " = ?";
    }

    /**
     * A contiguous run of rows of one partition: the first columns of the key are fixed, the next may have bounds.
     *
     * @param fixed the number of key columns bound by equality
     * @param lower the operator of the lower bound, in the order of the values: {@code >} or {@code >=}
     * @param upper the operator of the upper bound: {@code <} or {@code <=}
     * @param backwards whether to reverse the order of the clustering columns
     */
    public String slice(int fixed, Optional<String> lower, Optional<String> upper, boolean backwards) {
        List<String> conditions = new ArrayList<>();
        conditions.add(equal(table.key().subList(0, fixed)));
        lower.ifPresent(sign -> conditions.add(bound(fixed, sign)));
        upper.ifPresent(sign -> conditions.add(bound(fixed, sign)));
        return "SELECT " + names(table.columns()) + " FROM " + name + " WHERE " + String.join(" AND ", conditions)
                + (backwards ? order() : "") + " LIMIT ?";
    }

    private String bound(int position, String sign) {
        return CqlText.name(table.key().get(position).name()) + " " + sign + " ?";
    }

    /** The reversed clustering order; empty without clustering columns. */
    private String order() {
        return table.clustering().isEmpty()
                ? ""
                : table.clustering().stream()
                        .map(c -> CqlText.name(c.column().name()) + (c.descending() ? " ASC" : " DESC"))
                        .collect(Collectors.joining(", ", " ORDER BY ", ""));
    }

    private String insertInto(List<Column<?>> columns) {
        return "INSERT INTO " + name + " (" + names(columns) + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
    }

    private List<Column<?>> single() {
        return table.columns().stream().filter(c -> !c.type().isCollection()).toList();
    }

    private String usingTtl() {
        return table.ttl().isPresent() ? " USING TTL ?" : "";
    }

    private String usingTtlAndTimestamp() {
        return table.ttl().isPresent() ? "USING TTL ? AND TIMESTAMP ?" : "USING TIMESTAMP ?";
    }

    private static String equal(List<Column<?>> columns) {
        return columns.stream().map(c -> CqlText.name(c.name()) + " = ?").collect(Collectors.joining(" AND "));
    }

    private static String names(List<Column<?>> columns) {
        return columns.stream().map(c -> CqlText.name(c.name())).collect(Collectors.joining(", "));
    }
}
