package dev.tidings.widecolumn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.KeyFit.Verdict;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the verdicts on keys and queries. */
class KeyFitTest {
    private static final Column<String> TENANT = Column.text("tenant", "whose");
    private static final Column<String> USER_ID = Column.text("user_id", "for whom");
    private static final Column<Instant> AT = Column.timestamp("at", "when");
    private static final Column<UUID> ID = Column.uuid("id", "which");
    private static final Column<String> STATUS = Column.text("status", "how far it came");

    private static final Declaration EVENTS = events().declaration();

    private static TableBuilder events() {
        return Table.named("events")
                .comment("What happened to a user")
                .partition(TENANT, USER_ID)
                .clustering(AT.desc(), ID.asc())
                .columns(STATUS);
    }

    @Test
    void the_whole_key_fixed_is_one_row() {
        KeyFit fit = KeyFit.of(EVENTS, Query.named("by id", TENANT, USER_ID, AT, ID));

        assertThat(fit.verdict()).isEqualTo(Verdict.ONE_ROW);
        assertThat(fit.verdict().served()).isTrue();
        assertThat(fit.reason()).contains("((tenant, user_id), at DESC, id)");
    }

    @Test
    void a_prefix_a_range_or_both_is_a_run_of_rows() {
        assertThat(KeyFit.of(EVENTS, Query.named("since", TENANT, USER_ID).range(AT)))
                .isEqualTo(new KeyFit(Verdict.PREFIX_AND_RANGE, "fixes (tenant, user_id), range on at"));
        assertThat(KeyFit.of(EVENTS, Query.named("at", TENANT, USER_ID, AT)).verdict())
                .isEqualTo(Verdict.PREFIX_AND_RANGE);
        assertThat(KeyFit.of(
                                EVENTS,
                                Query.named("at, from id", TENANT, USER_ID, AT).range(ID))
                        .verdict())
                .isEqualTo(Verdict.PREFIX_AND_RANGE);
    }

    @Test
    void the_partition_key_alone_is_the_whole_partition() {
        KeyFit fit = KeyFit.of(EVENTS, Query.named("all", TENANT, USER_ID));

        assertThat(fit).isEqualTo(new KeyFit(Verdict.WHOLE_PARTITION, "fixes (tenant, user_id)"));
    }

    @Test
    void the_order_of_partition_columns_in_a_query_is_irrelevant() {
        assertThat(KeyFit.of(EVENTS, Query.named("all", USER_ID, TENANT)).verdict())
                .isEqualTo(Verdict.WHOLE_PARTITION);
    }

    @Test
    void equality_behind_a_free_clustering_column_skips_it() {
        KeyFit fit = KeyFit.of(EVENTS, Query.named("by id", TENANT, USER_ID, ID));

        assertThat(fit.verdict()).isEqualTo(Verdict.SKIPS_CLUSTERING);
        assertThat(fit.verdict().served()).isFalse();
        assertThat(fit.reason())
                .contains("skips the clustering column at")
                .contains("not contiguous")
                .contains("A table with the key ((tenant, user_id, id), at) would serve it");
    }

    @Test
    void a_range_behind_a_free_clustering_column_skips_it() {
        KeyFit fit = KeyFit.of(EVENTS, Query.named("from id", TENANT, USER_ID).range(ID));

        assertThat(fit.verdict()).isEqualTo(Verdict.SKIPS_CLUSTERING);
        assertThat(fit.reason())
                .contains("skips the clustering column at")
                .contains("A table with the key ((tenant, user_id), id, at) would serve it");
    }

    @Test
    void a_column_outside_the_key_needs_filtering() {
        KeyFit fit = KeyFit.of(EVENTS, Query.named("failed", TENANT, USER_ID, STATUS));

        assertThat(fit.verdict()).isEqualTo(Verdict.NEEDS_FILTERING);
        assertThat(fit.reason())
                .contains("(status) is not in the key ((tenant, user_id), at DESC, id)")
                .contains("every row of the partition would be read")
                .doesNotContain("every node")
                .contains("A table with the key ((tenant, user_id, status), at, id) would serve it");
    }

    @Test
    void a_column_outside_the_key_and_no_partition_fans_out() {
        KeyFit fit = KeyFit.of(EVENTS, Query.named("failed", STATUS).range(AT));

        assertThat(fit.verdict()).isEqualTo(Verdict.NEEDS_FILTERING);
        assertThat(fit.reason())
                .contains("secondary index is kept by each node for its own rows, so every node would be queried")
                .contains("A table with the key ((status), at, tenant, user_id, id) would serve it");
    }

    @Test
    void part_of_the_partition_key_names_no_node() {
        KeyFit fit = KeyFit.of(EVENTS, Query.named("of tenant", TENANT).range(AT));

        assertThat(fit.verdict()).isEqualTo(Verdict.NO_PARTITION);
        assertThat(fit.reason())
                .contains("does not fix (user_id) of the partition key (tenant, user_id)")
                .contains("all of them would be queried")
                .contains("A table with the key ((tenant), at, user_id, id) would serve it");
    }

    @Test
    void a_range_on_a_partition_column_names_no_node() {
        KeyFit fit = KeyFit.of(EVENTS, Query.named("users from", TENANT).range(USER_ID));

        assertThat(fit.verdict()).isEqualTo(Verdict.NO_PARTITION);
        assertThat(fit.reason())
                .contains("range on user_id")
                .contains("have no order")
                .contains("A table with the key ((tenant), user_id, at, id) would serve it");
    }

    @Test
    void a_query_that_fixes_nothing_is_told_to_fix_something() {
        KeyFit fit =
                KeyFit.of(EVENTS, Query.named("everything", new Column<?>[0]).range(AT));

        assertThat(fit.reason()).contains("No table can serve it").contains("time bucket");
    }

    @Test
    void a_query_restricts_a_column_once() {
        assertThatThrownBy(() -> Query.named("twice", TENANT, TENANT))
                .isInstanceOf(SchemaException.class)
                .hasMessageContaining("query 'twice' restricts tenant twice");
        assertThatThrownBy(() -> Query.named("twice", TENANT, USER_ID, AT).range(AT))
                .hasMessageContaining("restricts at twice");
        assertThatThrownBy(() -> Query.named("two ranges", TENANT).range(AT).range(ID))
                .hasMessageContaining("already has a range on at");
    }

    @Test
    void primary_key_always_has_inner_parentheses() {
        Declaration table =
                Table.named("t").partition(TENANT).clustering(AT.asc()).declaration();

        // PRIMARY KEY (tenant, at) means the same in CQL and is easily misread.
        assertThat(table.primaryKey()).isEqualTo("((tenant), at)");
        assertThat(table.describeKey()).isEqualTo("((tenant), at)");
        assertThat(EVENTS.primaryKey()).isEqualTo("((tenant, user_id), at, id)");
        assertThat(EVENTS.describeKey()).isEqualTo("((tenant, user_id), at DESC, id)");
    }
}
