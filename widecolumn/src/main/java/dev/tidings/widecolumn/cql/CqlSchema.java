package dev.tidings.widecolumn.cql;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a schema in CQL: as a list of {@code CREATE} statements for a session, and as a commented file for people, which cqlsh can
 * execute too.
 */
public final class CqlSchema {
    private CqlSchema() {}

    /** The statements that create the keyspace and its tables, in an executable order. */
    public static List<String> createStatements(Schema schema, CqlKeyspace keyspace) {
        List<String> statements = new ArrayList<>();
        statements.add(keyspace.createStatement());
        for (Table<?> table : schema.tables()) {
            statements.add(CqlTable.of(keyspace.name(), table.declaration()).createStatement());
        }
        return statements;
    }

    /** The schema file, with the purpose, queries and retention of each table above it. */
    public static String file(Schema schema, CqlKeyspace keyspace) {
        StringBuilder file = new StringBuilder();
        lines(file, CqlText.comment("Schema " + schema.name() + ", generated from its declaration in Java."));
        lines(
                file,
                CqlText.comment("Of the two bounds of a range in a query, either may be left out; every list is read in"
                        + " pages."));
        file.append('\n').append(keyspace.createStatement()).append(";\n");
        for (Table<?> table : schema.tables()) {
            file.append('\n').append(table(keyspace.name(), table.declaration()));
        }
        return file.toString();
    }

    /** One table of the file. */
    public static String table(String keyspace, Declaration table) {
        CqlTable cql = CqlTable.of(keyspace, table);
        StringBuilder text = new StringBuilder("-- " + table.name() + "\n--\n");
        lines(text, CqlText.comment(table.comment()));
        for (Query query : table.queries()) {
            text.append("--\n-- ").append(CqlText.oneLine(query.name())).append(":\n");
            // One line or more per clause, so that the WHERE clause starts a line of its own.
            for (String clause : cql.selectStatement(query).concat(";").split(" (?=FROM |WHERE )")) {
                CqlText.comment(clause)
                        .forEach(line ->
                                text.append(line.replaceFirst("-- ", "--   ")).append('\n'));
            }
        }
        text.append("--\n");
        lines(text, CqlText.comment(table.ttl().map(CqlSchema::life).orElse("Rows are kept until they are deleted.")));
        return text.append(cql.createStatementWithComments()).append(";\n").toString();
    }

    private static String life(Ttl ttl) {
        Column<?> anchor = ttl.anchor();
        String from = anchor.type() == ColumnType.UUID ? "the time in " + anchor.name() : anchor.name();
        return "Rows live for " + length(ttl.life()) + " from " + from
                + ". Each write gives what is left of that with USING"
                + " TTL, so that all cells of a row expire together; a default_time_to_live would count from the write.";
    }

    private static String length(Duration life) {
        long hours = life.toHours();
        if (!life.equals(Duration.ofHours(hours))) {
            return life.toSeconds() + " seconds";
        }
        return hours % 24 == 0 && hours > 24 ? hours / 24 + " days" : hours + " hours";
    }

    private static void lines(StringBuilder out, List<String> lines) {
        lines.forEach(line -> out.append(line).append('\n'));
    }
}
