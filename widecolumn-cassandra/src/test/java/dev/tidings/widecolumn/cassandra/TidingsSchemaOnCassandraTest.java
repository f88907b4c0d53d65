package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.cql.CqlSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the complete schema of Tidings on a real server. */
class TidingsSchemaOnCassandraTest {

    @Test
    void theServerTakesTheFileThatIsPrintedForPeople() {
        CassandraConfig config = TestCluster.config("printed");
        String file = CqlSchema.file(TidingsSchema.SCHEMA, config.keyspace());
        try (CqlSession session = SessionFactory.open(config)) {
            // Like a CQL shell: comments end with their line, also those that contain a semicolon.
            for (String statement : file.replaceAll("(?m)^--.*\\R", "").split(";\\R")) {
                session.execute(SimpleStatement.newInstance(statement).setTimeout(Duration.ofSeconds(30)));
            }
            assertThat(session.execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'printed'"))
                    .hasSize(TidingsSchema.SCHEMA.tables().size());
        }
        // The engine accepts the resulting schema.
        CassandraEngine.open(config, TidingsSchema.SCHEMA).close();
    }

    /** Cassandra refuses queries that need filtering, so the success of each shows that none does. */
    @Test
    void everyDeclaredQueryIsAnsweredWithoutFiltering() {
        try (CassandraEngine engine = CassandraEngine.open(TestCluster.config("queried"), TidingsSchema.SCHEMA)) {
            for (Table<?> table : TidingsSchema.SCHEMA.tables()) {
                for (Query query : table.declaration().queries()) {
                    ask(engine, table, query);
                }
            }
        }
    }

    private static <R extends Record> void ask(CassandraEngine engine, Table<R> table, Query query) {
        Object[] values = query.equal().stream()
                .map(TidingsSchemaOnCassandraTest::example)
                .toArray();
        Select<R> select = table.select(query, values);
        query.range().ifPresent(column -> select.atLeast(example(column)).lessThan(example(column)));
        assertThat(engine.read(select).join().rows())
                .as(table.name() + ": " + query.name())
                .isEmpty();
        Select<R> backwards = table.select(query, values).backwards();
        assertThat(engine.read(backwards).join().rows())
                .as(table.name() + ": " + query.name())
                .isEmpty();
    }

    private static Object example(Column<?> column) {
        return switch (column.type()) {
            case TEXT -> "x";
            case UUID -> UUID.fromString("019a86e1-9d80-7abc-8def-0123456789ab");
            case INT -> 7;
            case BIGINT -> 7L;
            case TIMESTAMP -> Instant.EPOCH;
            default -> throw new IllegalArgumentException("no key column of Tidings is a " + column.type());
        };
    }
}
