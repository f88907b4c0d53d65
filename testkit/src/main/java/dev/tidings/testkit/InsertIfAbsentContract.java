package dev.tidings.testkit;

import static dev.tidings.testkit.DocsTable.doc;
import static dev.tidings.testkit.DocsTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.testkit.DocsTable.Doc;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.InvalidValueException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of insert-if-absent: exactly one insert wins, and every other one returns the existing row. */
abstract class InsertIfAbsentContract extends EngineTheme {
    private static final int RACERS = 8;

    InsertIfAbsentContract(EngineContract contract) {
        super(contract, "contract_insert_if_absent", DocsTable.TABLE);
    }

    @Test
    void theFirstInsertWinsAndIsReadableAtOnce() {
        Doc mine = new Doc(tenant, "a", "mine", 1, true, Map.of("k", "v"), Set.of("t"));
        assertThat(insert(mine).inserted()).isTrue();
        assertThat(one(DocsTable.one(tenant, "a"))).contains(mine);
    }

    @Test
    void aSecondInsertLosesAndSeesTheWholeFirstRow() {
        Doc mine = new Doc(tenant, "a", "mine", 1, true, Map.of("k", "v"), Set.of("t"));
        insert(mine);
        InsertOutcome<Doc> second = insert(new Doc(tenant, "a", "other", null, null, Map.of("l", "w"), null));
        assertThat(second.inserted()).isFalse();
        assertThat(second.existing()).contains(mine);
        assertThat(one(DocsTable.one(tenant, "a"))).contains(mine);
    }

    @Test
    void upsertedRow_preventsAnInsert() {
        write(doc(tenant, "a").set(DocsTable.TITLE, "upserted"));
        assertThat(insert(row(tenant, "a", "inserted", 2)).existing()).contains(row(tenant, "a", "upserted", null));
    }

    @Test
    void rowWithoutValues_preventsAnInsert() {
        write(doc(tenant, "a"));
        assertThat(insert(row(tenant, "a", "inserted", 2)).existing()).contains(row(tenant, "a", null, null));
    }

    @Test
    void existingRow_includesLaterChanges() {
        insert(row(tenant, "a", "first", 1));
        write(doc(tenant, "a").set(DocsTable.STARS, 2).put(DocsTable.LABELS, "k", "v"));
        assertThat(insert(row(tenant, "a", "second", 3)).existing())
                .contains(new Doc(tenant, "a", "first", 2, null, Map.of("k", "v"), Set.of()));
    }

    @Test
    void anInsertedRowCanBeUpdated() {
        insert(row(tenant, "a", "first", 1));
        write(doc(tenant, "a").set(DocsTable.TITLE, "changed").clear(DocsTable.STARS));
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", "changed", null));
    }

    @Test
    void afterADeleteItCanBeInsertedAgain() {
        insert(row(tenant, "a", "first", 1));
        write(DocsTable.TABLE.delete(tenant, "a"));
        assertThat(insert(row(tenant, "a", "second", null)).inserted()).isTrue();
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", "second", null));
    }

    @Test
    void rowsOfOnePartitionDoNotCompete() {
        assertThat(insert(row(tenant, "a", "a", 1)).inserted()).isTrue();
        assertThat(insert(row(tenant, "b", "b", 1)).inserted()).isTrue();
    }

    @Test
    void invalidRow_isThrownToTheCaller() {
        assertThatThrownBy(() -> engine.insertIfAbsent(DocsTable.TABLE, row(tenant, null, "x", 1)))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("key column id of docs: got null");
    }

    @Test
    void concurrentInserts_haveExactlyOneWinner() {
        for (int race = 0; race < contract.races(); race++) {
            String id = "race-" + race;
            List<InsertOutcome<Doc>> outcomes =
                    together(RACERS, racer -> insert(row(tenant, id, "racer-" + racer, racer)));
            List<InsertOutcome<Doc>> winners =
                    outcomes.stream().filter(InsertOutcome::inserted).toList();
            assertThat(winners).as("winners of %s", id).hasSize(1);
            int winner = outcomes.indexOf(winners.get(0));
            Doc won = row(tenant, id, "racer-" + winner, winner);
            assertThat(one(DocsTable.one(tenant, id))).as("what is stored").contains(won);
            assertThat(outcomes)
                    .as("what the losers of %s saw", id)
                    .filteredOn(outcome -> !outcome.inserted())
                    .hasSize(RACERS - 1)
                    .allSatisfy(outcome -> assertThat(outcome.existing()).contains(won));
        }
    }

    private InsertOutcome<Doc> insert(Doc row) {
        return await(engine.insertIfAbsent(DocsTable.TABLE, row));
    }
}
