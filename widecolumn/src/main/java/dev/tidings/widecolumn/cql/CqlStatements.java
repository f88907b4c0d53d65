package dev.tidings.widecolumn.cql;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The texts of the statements an engine prepares for one table. Only what Cassandra and ScyllaDB both take; every condition is on
 * the key, so none could ever need {@code ALLOW FILTERING}.
 */
public final class CqlStatements {
    private final String name;
    private final Declaration table;

    public CqlStatements(String keyspace, Declaration table) {
        this.name = CqlText.name(keyspace) + "." + CqlText.name(table.name());
        this.table = table;
    }

    /** Binds all columns that are not collections, in the order of the table, then the life of the row. */
    public String insert() {
        return insertInto(single()) + " " + life();
    }

    /**
     * Binds all columns that are not collections, in the order of the table, then the time to live if there is one; the server
     * gives the write time.
     */
    public String insertIfAbsent() {
        return insertInto(single()) + " IF NOT EXISTS" + ttlOnly();
    }

    /** Goes with {@link #insertIfAbsent}: binds the time to live if there is one, the entries to add, and the key. */
    public String addEntriesIfInserted(Column<?> collection) {
        String column = CqlText.name(collection.name());
        return "UPDATE " + name + ttlOnly() + " SET " + column + " = " + column + " + ? WHERE " + equal(table.key());
    }

    /** Binds the life of the row, the entries to add, and the key. */
    public String addEntries(Column<?> collection) {
        String column = CqlText.name(collection.name());
        return "UPDATE " + name + " " + life() + " SET " + column + " = " + column + " + ? WHERE " + equal(table.key());
    }

    /** Binds the write time, the keys of the entries to take out as a set, and the key. */
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
     * A run of rows of one partition: the first columns of the key are fixed, the next may have bounds.
     *
     * @param fixed how many columns of the key are bound by equality
     * @param lower how the next column is bound from below, in the order of its values: {@code >} or {@code >=}
     * @param upper how it is bound from above: {@code <} or {@code <=}
     * @param backwards whether the order of the clustering columns is turned around
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

    /** The clustering order turned around; there is none to turn without clustering columns. */
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

    private String ttlOnly() {
        return table.ttl().isPresent() ? " USING TTL ?" : "";
    }

    private String life() {
        return table.ttl().isPresent() ? "USING TTL ? AND TIMESTAMP ?" : "USING TIMESTAMP ?";
    }

    private static String equal(List<Column<?>> columns) {
        return columns.stream().map(c -> CqlText.name(c.name()) + " = ?").collect(Collectors.joining(" AND "));
    }

    private static String names(List<Column<?>> columns) {
        return columns.stream().map(c -> CqlText.name(c.name())).collect(Collectors.joining(", "));
    }
}
