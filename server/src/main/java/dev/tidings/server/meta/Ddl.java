package dev.tidings.server.meta;

import static org.jooq.impl.SQLDataType.CLOB;
import static org.jooq.impl.SQLDataType.VARCHAR;

import java.sql.ResultSet;
import java.util.HashSet;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.SQL;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * What the databases want to be told in words of their own when a table is made, so that all of them compare texts byte by byte:
 * ids that differ in case or in a space at the end are different ids.
 */
record Ddl(SQLDialect dialect) {
    DataType<String> text(int length) {
        DataType<String> type = VARCHAR(length);
        // Also keeps the order of an index from depending on the version of the system's locale data.
        return dialect == SQLDialect.POSTGRES ? type.collation(DSL.collation("C")) : type;
    }

    /** A text that no index has to hold, and that may be longer than some databases let a row be. */
    DataType<String> longText(int length) {
        DataType<String> type = CLOB(length);
        return dialect == SQLDialect.POSTGRES ? type.collation(DSL.collation("C")) : type;
    }

    /**
     * Adds a column to a table that is there already, unless an earlier try of the step has. Not every database has words for that,
     * but all of them can say which columns there are.
     */
    static void add(DSLContext sql, Table<?> table, Field<?> column, DataType<?> type) {
        if (!columns(sql, table).contains(column.getName())) {
            sql.alterTable(table)
                    .addColumn(DSL.field(DSL.name(column.getName()), type))
                    .execute();
        }
    }

    private static Set<String> columns(DSLContext sql, Table<?> table) {
        return sql.connectionResult(connection -> {
            Set<String> names = new HashSet<>();
            try (ResultSet columns = connection
                    .getMetaData()
                    .getColumns(connection.getCatalog(), connection.getSchema(), table.getName(), null)) {
                while (columns.next()) {
                    names.add(columns.getString("COLUMN_NAME"));
                }
            }
            return names;
        });
    }

    /** What follows the columns. */
    SQL storage() {
        return switch (dialect) {
            // Rows lie in the order of their key, instead of in a heap with an index beside it.
            case SQLITE -> DSL.sql("without rowid");
            // The usual collations ignore spaces at the end.
            case MYSQL -> DSL.sql("engine = InnoDB default character set utf8mb4 collate utf8mb4_0900_bin");
            case MARIADB -> DSL.sql("engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin");
            default -> DSL.sql("");
        };
    }
}
