package dev.tidings.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import dev.tidings.widecolumn.cql.CqlSchema;
import dev.tidings.widecolumn.cql.CqlTable;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the CQL generated for every table. */
class TidingsCqlTest {
    static Stream<Table<?>> tables() {
        return TidingsSchema.SCHEMA.tables().stream();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyTableIsCompleteInCql(Table<?> table) {
        Declaration declaration = table.declaration();
        String statement = CqlTable.of(declaration).createStatement();

        for (Column<?> column : declaration.columns()) {
            assertThat(statement)
                    .containsPattern(
                            "(?m)^    " + column.name() + " +" + column.type().cql() + ",$");
        }
        assertThat(statement)
                .contains("PRIMARY KEY " + declaration.primaryKey() + "\n")
                .doesNotContain("default_time_to_live", "gc_grace_seconds", "--", ";\n");
        assertThat(statement.contains("TimeWindowCompactionStrategy"))
                .isEqualTo(declaration.compactionWindow().isPresent());
        assertThat(statement.contains("CLUSTERING ORDER BY"))
                .isEqualTo(!declaration.clustering().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("tables")
    void everyQueryAndEveryColumnIsExplained(Table<?> table) {
        Declaration declaration = table.declaration();
        String text = CqlSchema.table("tidings", declaration);

        declaration.columns().forEach(column -> assertThat(text).contains("-- " + column.comment()));
        declaration.queries().forEach(query -> assertThat(text).contains("-- " + query.name() + ":\n--   SELECT "));
        // Everything else is a comment, so that the file can be executed as it is.
        assertThat(text.lines().filter(line -> !line.startsWith("--")).findFirst())
                .hasValue("CREATE TABLE IF NOT EXISTS tidings." + table.name() + " (");
    }

    @Test
    void theFileHasTheKeyspaceAndEveryTableOnce() {
        String file = CqlSchema.file(TidingsSchema.SCHEMA, new CqlKeyspace("tidings", Map.of("datacenter1", 3)));

        assertThat(file).containsOnlyOnce("CREATE KEYSPACE IF NOT EXISTS tidings\n");
        tables().forEach(table ->
                assertThat(file).containsOnlyOnce("CREATE TABLE IF NOT EXISTS tidings." + table.name() + " ("));
    }
}
