package dev.tidings.widecolumn.cql;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.SchemaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Renders the {@code CREATE TABLE} and {@code ALTER TABLE} statements of one table, and a sample {@code SELECT} for each query, in CQL that
 * both Cassandra and ScyllaDB accept.
 *
 * <p>No {@code default_time_to_live} is set: it would count from each write, and a cell written late would outlive its row. Instead every
 * write carries the remaining time to live of its row. Compaction is specified only where rows expire in the order in which they were
 * written; for all other tables the server's default is better than a guess.
 */
public final class CqlTable {
    private final String keyspace;
    private final Declaration table;

    private CqlTable(String keyspace, Declaration table) {
        this.keyspace = keyspace;
        this.table = table;
    }

    /** The table in the keyspace that the session uses. */
    public static CqlTable of(Declaration table) {
        return new CqlTable("", table);
    }

    /** The table with its keyspace in every statement. */
    public static CqlTable of(String keyspace, Declaration table) {
        return new CqlTable(CqlText.name(keyspace) + ".", table);
    }

    /** The statement that creates the table, without comments and without a semicolon. */
    public String createStatement() {
        return create(false);
    }

    /** The statement that adds a column to a table that was created without it. */
    public String addColumnStatement(Column<?> column) {
        return "ALTER TABLE " + name() + " ADD " + CqlText.name(column.name()) + " "
                + column.type().cql();
    }

    /** The same statement with the column comments, for a schema file. */
    String createStatementWithComments() {
        return create(true);
    }

    /** The SELECT statement of a query. A range has both bounds here; one may be omitted, and each may be exclusive. */
    public String selectStatement(Query query) {
        Stream<String> equal = query.equal().stream().map(c -> CqlText.name(c.name()) + " = ?");
        Stream<String> range = query.range().stream()
                .map(c -> CqlText.name(c.name()))
                .flatMap(name -> Stream.of(name + " >= ?", name + " <= ?"));
        return "SELECT " + names(table.columns()) + " FROM " + name() + " WHERE "
                + Stream.concat(equal, range).collect(Collectors.joining(" AND "))
                + (query.equal().size() == table.key().size() ? "" : " LIMIT ?");
    }

    private String create(boolean comments) {
        List<Column<?>> columns = table.columns();
        int nameWidth = width(columns.stream().map(c -> CqlText.name(c.name())));
        int typeWidth = width(columns.stream().map(c -> c.type().cql())) + 1;
        StringBuilder cql = new StringBuilder("CREATE TABLE IF NOT EXISTS " + name() + " (\n");
        for (Column<?> column : columns) {
            String definition = pad(CqlText.name(column.name()), nameWidth) + " "
                    + column.type().cql() + ",";
            cql.append("    ")
                    .append(
                            comments
                                    ? pad(definition, nameWidth + 1 + typeWidth) + " -- "
                                            + CqlText.oneLine(column.comment())
                                    : definition)
                    .append('\n');
        }
        cql.append("    PRIMARY KEY ").append(primaryKey()).append("\n) WITH ");
        return cql.append(String.join("\n  AND ", options())).toString();
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        if (!table.clustering().isEmpty()) {
            options.add(table.clustering().stream()
                    .map(c -> CqlText.name(c.column().name()) + " " + c.order())
                    .collect(Collectors.joining(", ", "CLUSTERING ORDER BY (", ")")));
        }
        options.add("comment = " + CqlText.string(table.comment()));
        table.compactionWindow().map(this::timeWindow).ifPresent(options::add);
        return options;
    }

    private String timeWindow(Duration window) {
        long minutes = window.toMinutes();
        if (minutes < 1 || !window.equals(Duration.ofMinutes(minutes))) {
            throw new SchemaException("table " + table.name() + ": compaction window of " + window
                    + ", expected whole minutes, which is the finest that CQL knows");
        }
        long size = minutes % 1440 == 0 ? minutes / 1440 : minutes % 60 == 0 ? minutes / 60 : minutes;
        String unit = minutes % 1440 == 0 ? "DAYS" : minutes % 60 == 0 ? "HOURS" : "MINUTES";
        return "compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '" + unit
                + "', 'compaction_window_size': '" + size + "'}";
    }

    /** Always with the inner parentheses: without them the first column alone is the partition key. */
    private String primaryKey() {
        String clustering = table.clustering().stream()
                .map(c -> ", " + CqlText.name(c.column().name()))
                .collect(Collectors.joining());
        return "((" + names(table.partition()) + ")" + clustering + ")";
    }

    private String name() {
        return keyspace + CqlText.name(table.name());
    }

    private static String names(List<Column<?>> columns) {
        return columns.stream().map(c -> CqlText.name(c.name())).collect(Collectors.joining(", "));
    }

    private static int width(Stream<String> texts) {
        return texts.mapToInt(String::length).max().orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
