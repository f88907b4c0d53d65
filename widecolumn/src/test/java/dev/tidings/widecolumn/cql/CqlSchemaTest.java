package dev.tidings.widecolumn.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.SchemaException;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.TableBuilder;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the generated CQL. */
class CqlSchemaTest {
    record Note(String author, UUID id, String text, Map<String, String> tags) {}

    record Pair(String from, Instant to) {}

    private static final Column<String> AUTHOR = Column.text("author", "Who wrote it");
    private static final Column<UUID> ID = Column.uuid("id", "UUIDv7, newest first");
    private static final Column<String> TEXT = Column.text("text", "The author's own words");
    private static final Column<Map<String, String>> TAGS = Column.textMap("tags", "Free to use");

    private static final Column<String> FROM = Column.text("from", "A reserved word");
    private static final Column<Instant> TO = Column.timestamp("to", "Another");

    private static final Table<Note> NOTES = notes().ttl(Ttl.anchored(ID, Duration.ofDays(90)))
            .compactionWindow(Duration.ofDays(3))
            .rows(Note.class);

    private static final Table<Pair> PAIRS = Table.named("pairs")
            .comment("Names that need quotes")
            .partition(FROM)
            .columns(TO)
            .serves(Query.named("one", FROM))
            .rows(Pair.class);

    private static TableBuilder notes() {
        return Table.named("notes")
                .comment("An author's notes, newest first.")
                .partition(AUTHOR)
                .clustering(ID.desc())
                .columns(TEXT, TAGS)
                .serves(
                        Query.named("latest notes", AUTHOR).range(ID),
                        Query.named("all notes", AUTHOR),
                        Query.named("one note", AUTHOR, ID));
    }

    @Test
    void table_isRenderedWithCommentsAndQueries() {
        assertThat(CqlSchema.table("diary", NOTES.declaration())).isEqualTo("""
                        -- notes
                        --
                        -- An author's notes, newest first.
                        --
                        -- latest notes:
                        --   SELECT author, id, text, tags
                        --   FROM diary.notes
                        --   WHERE author = ? AND id >= ? AND id <= ? LIMIT ?;
                        --
                        -- all notes:
                        --   SELECT author, id, text, tags
                        --   FROM diary.notes
                        --   WHERE author = ? LIMIT ?;
                        --
                        -- one note:
                        --   SELECT author, id, text, tags
                        --   FROM diary.notes
                        --   WHERE author = ? AND id = ?;
                        --
                        -- Rows live for 90 days from the time in id. Each write gives what is left of that with USING TTL, so that all
                        -- cells of a row expire together; a default_time_to_live would count from the write.
                        CREATE TABLE IF NOT EXISTS diary.notes (
                            author text,            -- Who wrote it
                            id     uuid,            -- UUIDv7, newest first
                            text   text,            -- The author's own words
                            tags   map<text, text>, -- Free to use
                            PRIMARY KEY ((author), id)
                        ) WITH CLUSTERING ORDER BY (id DESC)
                          AND comment = 'An author''s notes, newest first.'
                          AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '3'};
                        """);
    }

    @Test
    void sessionStatement_hasNoCommentsAndNoSemicolon() {
        assertThat(CqlTable.of(NOTES.declaration()).createStatement()).isEqualTo("""
                        CREATE TABLE IF NOT EXISTS notes (
                            author text,
                            id     uuid,
                            text   text,
                            tags   map<text, text>,
                            PRIMARY KEY ((author), id)
                        ) WITH CLUSTERING ORDER BY (id DESC)
                          AND comment = 'An author''s notes, newest first.'
                          AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'DAYS', 'compaction_window_size': '3'}""");
    }

    @Test
    void quotesReservedWords() {
        CqlTable pairs = CqlTable.of("diary", PAIRS.declaration());

        assertThat(pairs.createStatement())
                .contains("\"from\" text,", "\"to\"   timestamp,", "PRIMARY KEY ((\"from\"))");
        assertThat(pairs.selectStatement(PAIRS.declaration().queries().get(0)))
                .isEqualTo("SELECT \"from\", \"to\" FROM diary.pairs WHERE \"from\" = ?");
    }

    @Test
    void undeclaredCompactionAndTtl_areLeftToTheServer() {
        assertThat(CqlTable.of(PAIRS.declaration()).createStatement())
                .endsWith(") WITH comment = 'Names that need quotes'");
        assertThat(CqlSchema.table("diary", PAIRS.declaration())).contains("-- Rows are kept until they are deleted.");
    }

    @ParameterizedTest
    @CsvSource({"PT1M, MINUTES, 1", "PT90M, MINUTES, 90", "PT6H, HOURS, 6", "PT36H, HOURS, 36", "P1D, DAYS, 1"})
    void compactionWindowsUseTheCoarsestUnitThatFits(Duration window, String unit, String size) {
        String statement =
                CqlTable.of(notes().compactionWindow(window).declaration()).createStatement();

        assertThat(statement)
                .contains("'compaction_window_unit': '" + unit + "', 'compaction_window_size': '" + size + "'");
    }

    @Test
    void compactionWindowThatCqlCannotExpress_isRejected() {
        CqlTable table =
                CqlTable.of(notes().compactionWindow(Duration.ofSeconds(90)).declaration());

        assertThatThrownBy(table::createStatement)
                .isInstanceOf(SchemaException.class)
                .hasMessage(
                        "table notes: compaction window of PT1M30S, expected whole minutes, which is the finest that"
                                + " CQL knows");
    }

    @Test
    void aSchemaStartsWithItsKeyspace() {
        CqlKeyspace keyspace = new CqlKeyspace("diary", Map.of("west", 3, "east", 2));
        Schema schema = Schema.of("diary", NOTES, PAIRS);

        assertThat(keyspace.createStatement())
                .isEqualTo("CREATE KEYSPACE IF NOT EXISTS diary\n"
                        + "  WITH replication = {'class': 'NetworkTopologyStrategy', 'east': 2, 'west': 3}");
        assertThat(CqlSchema.createStatements(schema, keyspace))
                .containsExactly(
                        keyspace.createStatement(),
                        CqlTable.of("diary", NOTES.declaration()).createStatement(),
                        CqlTable.of("diary", PAIRS.declaration()).createStatement());
        assertThat(CqlSchema.file(schema, keyspace))
                .startsWith("-- Schema diary")
                .contains(keyspace.createStatement() + ";\n")
                .endsWith(CqlSchema.table("diary", PAIRS.declaration()));
    }

    @Test
    void keyspaceWithoutReplicas_isRejected() {
        assertThatThrownBy(() -> new CqlKeyspace("Diary", Map.of("east", 3)))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("keyspace name 'Diary'");
        assertThatThrownBy(() -> new CqlKeyspace("diary", Map.of()))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("no datacenter");
        assertThatThrownBy(() -> new CqlKeyspace("diary", Map.of("east", 0)))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("0 replicas in east");
    }
}
