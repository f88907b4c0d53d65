package dev.tidings.widecolumn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the validation of declarations. */
class TableBuilderTest {
    private static final Column<String> SENSOR = Column.text("sensor", "which one");
    private static final Column<Instant> AT = Column.timestamp("at", "when it was read");
    private static final Column<Double> CELSIUS = Column.real("celsius", "the temperature");
    private static final Query LATEST = Query.named("latest", SENSOR).range(AT);

    record Reading(String sensor, Instant at, Double celsius) {}

    private static TableBuilder readings() {
        return Table.named("readings")
                .comment("What a sensor measured")
                .partition(SENSOR)
                .clustering(AT.desc())
                .columns(CELSIUS)
                .serves(LATEST);
    }

    private static void refuses(TableBuilder builder, String... parts) {
        assertThatThrownBy(() -> builder.rows(Reading.class))
                .isInstanceOf(SchemaException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void builds_a_table_whose_key_answers_its_queries() {
        assertThat(readings().rows(Reading.class)).hasToString("readings ((sensor), at DESC)");
    }

    @Test
    void refuses_a_name_that_cql_would_have_to_quote() {
        refuses(Table.named("Readings").comment("c").partition(SENSOR), "'Readings'", "lower-case letters");
    }

    @Test
    void refuses_a_table_without_a_comment() {
        refuses(readings().comment(" "), "readings has no comment", "which query it serves");
    }

    @Test
    void refuses_a_table_without_a_partition_column() {
        refuses(readings().partition(), "readings has no partition column", "placement of a row");
    }

    @Test
    void refuses_a_column_declared_twice_whatever_its_type() {
        refuses(readings().columns(CELSIUS, Column.text("celsius", "again")), "declares column celsius twice");
        refuses(readings().columns(CELSIUS, AT), "declares column at twice");
    }

    @Test
    void refuses_a_collection_in_the_key() {
        Column<Map<String, String>> labels = Column.textMap("labels", "of the sensor");

        refuses(readings().partition(SENSOR, labels), "key column labels is a map<text, text>", "a single value");
        refuses(readings().clustering(labels.asc()), "key column labels");
    }

    @Test
    void refuses_a_ttl_anchored_on_a_column_of_another_table() {
        Column<Instant> elsewhere = Column.timestamp("installed_at", "when the sensor was built in");

        refuses(
                readings().ttl(Ttl.anchored(elsewhere, Duration.ofDays(1))),
                "TTL is anchored on installed_at, which it does not have");
    }

    @Test
    void refuses_a_ttl_on_what_is_no_time() {
        assertThatThrownBy(() -> Ttl.anchored(CELSIUS, Duration.ofDays(1)))
                .hasMessageContaining("expected a timestamp or a version 7 uuid");
        assertThatThrownBy(() -> Ttl.anchored(AT, Duration.ofMillis(999))).hasMessageContaining("at least one second");
    }

    @Test
    void refuses_a_table_that_answers_nothing() {
        refuses(readings().serves(), "serves no query");
    }

    @Test
    void refuses_two_queries_of_one_name() {
        refuses(readings().serves(LATEST, Query.named("latest", SENSOR)), "query 'latest' is declared twice");
    }

    @Test
    void refuses_a_query_its_key_cannot_serve_with_reason_and_remedy() {
        Query hot = Query.named("hot ones", SENSOR).range(CELSIUS);

        refuses(
                readings().serves(LATEST, hot),
                "table readings: query 'hot ones' would need filtering or a secondary index",
                "(celsius) is not in the key ((sensor), at DESC)",
                "A table with the key ((sensor), celsius, at) would serve it");
    }

    @Test
    void names_every_query_that_does_not_fit() {
        refuses(
                readings().serves(Query.named("by time", AT), Query.named("by warmth", CELSIUS)),
                "query 'by time' would query every node",
                "query 'by warmth' would need filtering");
    }

    @Test
    void a_declaration_is_not_checked() {
        Declaration bad = Table.named("bad").serves(Query.named("q", CELSIUS)).declaration();

        assertThat(bad.partition()).isEmpty();
        assertThat(bad.queries()).hasSize(1);
    }
}
