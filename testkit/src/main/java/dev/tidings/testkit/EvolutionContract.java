package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Table;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract of schema evolution: columns can be added and reordered, and stored rows stay readable, also by the older declaration.
 */
abstract class EvolutionContract extends EngineTheme {
    record First(String tenant, long id, String title, String body) {}

    record Second(
            String tenant,
            long id,
            String body,
            Integer stars,
            Map<String, String> labels,
            Set<String> tags,
            String title) {}

    record Retyped(String tenant, long id, Integer title, String body) {}

    private static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart");
    private static final Column<Long> ID = Column.bigint("id", "which row");
    private static final Column<String> TITLE = Column.text("title", "there from the start");
    private static final Column<String> BODY = Column.text("body", "there from the start");
    private static final Column<Integer> STARS = Column.integer("stars", "added");
    private static final Column<Map<String, String>> LABELS = Column.textMap("labels", "added");
    private static final Column<Set<String>> TAGS = Column.textSet("tags", "added");
    private static final Query ALL = Query.named("all", TENANT);

    private static final Table<First> FIRST = Table.named("evolving")
            .comment("a table as it was first")
            .partition(TENANT)
            .clustering(ID.asc())
            .columns(TITLE, BODY)
            .serves(ALL)
            .rows(First.class);
    private static final Table<Second> SECOND = Table.named("evolving")
            .comment("the same with more columns, in another order")
            .partition(TENANT)
            .clustering(ID.asc())
            .columns(STARS, LABELS, BODY, TAGS, TITLE)
            .serves(ALL)
            .rows(Second.class);

    private String store;

    EvolutionContract(EngineContract contract) {
        super(contract, "contract_evolution", FIRST);
    }

    @BeforeEach
    void startWithTheFirst() throws Exception {
        store = "evolution_" + UUID.randomUUID().toString().substring(0, 8);
        open(FIRST);
        write(FIRST.upsert(new First(tenant, 1, "title", "body")), FIRST.upsert(new First(tenant, 2, null, "body 2")));
    }

    @AfterEach
    void closeTheLast() {
        closeEngine();
        engine = null;
    }

    @Test
    void oldRowsLackAddedColumns() throws Exception {
        open(SECOND);
        assertThat(rows(SECOND.select(ALL, tenant)))
                .containsExactly(
                        new Second(tenant, 1, "body", null, Map.of(), Set.of(), "title"),
                        new Second(tenant, 2, "body 2", null, Map.of(), Set.of(), null));
    }

    @Test
    void addedColumnsCanBeWrittenToOldRows() throws Exception {
        open(SECOND);
        write(SECOND.update(tenant, 1L).set(STARS, 5).put(LABELS, "k", "v").add(TAGS, "t"));
        write(SECOND.update(tenant, 2L).set(TITLE, "title 2"));
        assertThat(rows(SECOND.select(ALL, tenant)))
                .containsExactly(
                        new Second(tenant, 1, "body", 5, Map.of("k", "v"), Set.of("t"), "title"),
                        new Second(tenant, 2, "body 2", null, Map.of(), Set.of(), "title 2"));
    }

    @Test
    void olderDeclaration_ignoresAddedColumns() throws Exception {
        open(SECOND);
        Second row = new Second(tenant, 1, "changed", 5, Map.of("k", "v"), Set.of("t"), "title");
        write(SECOND.upsert(row));
        open(FIRST);
        assertThat(rows(FIRST.select(ALL, tenant)).get(0)).isEqualTo(new First(tenant, 1, "title", "changed"));
        write(FIRST.update(tenant, 1L).set(TITLE, "older"));
        open(SECOND);
        assertThat(rows(SECOND.select(ALL, tenant)).get(0))
                .isEqualTo(new Second(tenant, 1, "changed", 5, Map.of("k", "v"), Set.of("t"), "older"));
    }

    @Test
    void aTableCanBeAdded() throws Exception {
        open(FIRST, LinesTable.TABLE);
        write(LinesTable.line(tenant, 1, "line"));
        assertThat(rows(LinesTable.all(tenant))).hasSize(1);
        assertThat(rows(FIRST.select(ALL, tenant))).hasSize(2);
    }

    @Test
    void aColumnOfAnotherTypeIsRefused() throws Exception {
        assertRefused(Table.named("evolving")
                .comment("title is a number now")
                .partition(TENANT)
                .clustering(ID.asc())
                .columns(Column.integer("title", "was a text"), BODY)
                .serves(ALL)
                .rows(Retyped.class));
    }

    @Test
    void anotherKeyIsRefused() throws Exception {
        assertRefused(Table.named("evolving")
                .comment("sorted down now")
                .partition(TENANT)
                .clustering(ID.desc())
                .columns(TITLE, BODY)
                .serves(ALL)
                .rows(First.class));
        assertRefused(Table.named("evolving")
                .comment("another partition key")
                .partition(TENANT, ID)
                .columns(TITLE, BODY)
                .serves(Query.named("one", TENANT, ID))
                .rows(First.class));
    }

    /** Checks that opening is refused and that stored rows are unchanged. */
    private void assertRefused(Table<?> changed) throws Exception {
        assertThatThrownBy(() -> open(changed)).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.reason()).isEqualTo(StoreException.Reason.MISCONFIGURED);
            assertThat(e).hasMessageContaining("evolving");
        });
        open(FIRST);
        assertThat(rows(FIRST.select(ALL, tenant))).hasSize(2);
    }

    private void open(Table<?>... tables) throws Exception {
        openAgain(Schema.of(store, tables));
    }
}
