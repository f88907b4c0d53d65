package dev.tidings.metadata.sql;

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
 * The dialect-specific column types and table options that migrations use, and adds a column if it is missing. Texts are compared byte by
 * byte on all databases: ids that differ in case or in a trailing space are different ids.
 */
record Ddl(SQLDialect dialect) {
    DataType<String> text(int length) {
        DataType<String> type = VARCHAR(length);
        // Also makes the order of an index independent of the system's locale data.
        return dialect == SQLDialect.POSTGRES ? type.collation(DSL.collation("C")) : type;
    }

    /** A text without an index, which may exceed the row size of some databases. */
    DataType<String> longText(int length) {
        DataType<String> type = CLOB(length);
        return dialect == SQLDialect.POSTGRES ? type.collation(DSL.collation("C")) : type;
    }

    /**
     * Adds a column to an existing table, unless an earlier run of the migration has. Not every database has syntax for that, but all of
     * them list their columns.
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

    /** The table options after the columns. */
    SQL storage() {
        return switch (dialect) {
            // A clustered table, instead of a heap with an index beside it.
            case SQLITE -> DSL.sql("without rowid");
            // The default collations ignore trailing spaces.
            case MYSQL -> DSL.sql("engine = InnoDB default character set utf8mb4 collate utf8mb4_0900_bin");
            case MARIADB -> DSL.sql("engine = InnoDB default character set utf8mb4 collate utf8mb4_nopad_bin");
            default -> DSL.sql("");
        };
    }
}
