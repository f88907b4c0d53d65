package dev.tidings.testkit;

import static dev.tidings.testkit.DocsTable.STARS;
import static dev.tidings.testkit.DocsTable.TITLE;
import static dev.tidings.testkit.DocsTable.doc;
import static dev.tidings.testkit.DocsTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.DocsTable.Doc;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Contract of write times: last write wins by write time, independent of arrival order, and ties have a fixed winner. */
abstract class WriteTimeContract extends EngineTheme {
    WriteTimeContract(EngineContract contract) {
        super(contract, "contract_write_time", DocsTable.TABLE);
    }

    @Test
    void theLaterTimeWinsWhateverArrivesFirst() {
        write(
                doc(tenant, "a").set(TITLE, "late").at(20),
                doc(tenant, "a").set(TITLE, "early").at(10));
        assertThat(read("a")).contains(row(tenant, "a", "late", null));
    }

    @Test
    void eachCellHasItsOwnWriteTime() {
        write(doc(tenant, "a").set(TITLE, "late").set(STARS, 1).at(20));
        write(doc(tenant, "a").set(TITLE, "early").at(10));
        write(doc(tenant, "a").set(STARS, 2).at(30));
        assertThat(read("a")).contains(row(tenant, "a", "late", 2));
    }

    @Test
    void atTheSameTimeTheLargerTextWins() {
        assertWinsTie(u -> u.set(TITLE, "b"), u -> u.set(TITLE, "a"), row(tenant, "*", "b", null));
        assertWinsTie(u -> u.set(TITLE, "ab"), u -> u.set(TITLE, "a"), row(tenant, "*", "ab", null));
        assertWinsTie(u -> u.set(TITLE, "b"), u -> u.set(TITLE, "abc"), row(tenant, "*", "b", null));
        assertWinsTie(u -> u.set(TITLE, "a"), u -> u.set(TITLE, ""), row(tenant, "*", "a", null));
        // Compared as UTF-8 bytes, not as UTF-16, where the surrogates of the first would be smaller.
        assertWinsTie(u -> u.set(TITLE, "😀"), u -> u.set(TITLE, "\uffff"), row(tenant, "*", "😀", null));
    }

    /** Stored bytes are compared unsigned, and a negative number starts with a set bit. */
    @Test
    void atTheSameTimeTheLargerBytesOfANumberWin() {
        assertWinsTie(u -> u.set(STARS, 2), u -> u.set(STARS, 1), row(tenant, "*", null, 2));
        assertWinsTie(u -> u.set(STARS, -1), u -> u.set(STARS, 1), row(tenant, "*", null, -1));
    }

    @Test
    void atTheSameTimeAClearedCellWins() {
        assertWinsTie(u -> u.clear(TITLE), u -> u.set(TITLE, "a"), row(tenant, "*", null, null));
    }

    @Test
    void atTheSameTimeADeleteWins() {
        write(
                DocsTable.TABLE.delete(tenant, "a").at(20),
                doc(tenant, "a").set(TITLE, "x").at(20));
        write(
                doc(tenant, "b").set(TITLE, "x").at(20),
                DocsTable.TABLE.delete(tenant, "b").at(20));
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant))).isEmpty();
    }

    @Test
    void clearedCell_shadowsOlderWrites() {
        write(
                doc(tenant, "a").clear(TITLE).at(20),
                doc(tenant, "a").set(TITLE, "older").at(19));
        assertThat(read("a")).contains(row(tenant, "a", null, null));
        write(doc(tenant, "a").set(TITLE, "newer").at(21));
        assertThat(read("a")).contains(row(tenant, "a", "newer", null));
    }

    @Test
    void delete_shadowsOlderWrites() {
        write(DocsTable.TABLE.delete(tenant, "a").at(20));
        write(doc(tenant, "a").set(TITLE, "older").at(19));
        write(doc(tenant, "a").at(20));
        assertThat(read("a")).isEmpty();
    }

    @Test
    void delete_leavesLaterWrites() {
        write(
                doc(tenant, "a").set(TITLE, "early").at(10),
                doc(tenant, "a").set(STARS, 1).at(30));
        write(DocsTable.TABLE.delete(tenant, "a").at(20));
        assertThat(read("a")).contains(row(tenant, "a", null, 1));
    }

    @Test
    void rowWithoutValues_survivesAnOlderDelete() {
        write(doc(tenant, "a").at(30), DocsTable.TABLE.delete(tenant, "a").at(20));
        assertThat(read("a")).contains(row(tenant, "a", null, null));
    }

    @Test
    void anOlderDeleteDoesNotWeakenALaterOne() {
        write(
                DocsTable.TABLE.delete(tenant, "a").at(30),
                DocsTable.TABLE.delete(tenant, "a").at(10));
        write(doc(tenant, "a").set(TITLE, "between").at(20));
        assertThat(read("a")).isEmpty();
    }

    @Test
    void arrivalOrder_doesNotMatter() {
        int id = 0;
        for (List<Integer> order : permutations(5)) {
            String row = "row-" + id++;
            List<Write> writes = List.of(
                    doc(tenant, row).set(TITLE, "first").set(STARS, 1).at(10),
                    DocsTable.TABLE.delete(tenant, row).at(20),
                    doc(tenant, row).set(TITLE, "second").at(30),
                    doc(tenant, row).set(STARS, 7).at(20),
                    doc(tenant, row).clear(TITLE).set(STARS, 3).at(25));
            order.forEach(i -> write(writes.get(i)));
            assertThat(read(row)).as("arrival %s", order).contains(row(tenant, row, "second", 3));
        }
    }

    @Test
    void withoutATimeTheLaterCallWins() {
        for (int i = 0; i < 50; i++) {
            write(doc(tenant, "a").set(STARS, 50 - i));
        }
        assertThat(read("a")).contains(row(tenant, "a", null, 1));
        write(doc(tenant, "a").clear(STARS), doc(tenant, "a").set(STARS, 7), DocsTable.TABLE.delete(tenant, "a"));
        assertThat(read("a")).isEmpty();
        write(doc(tenant, "a").set(STARS, 8));
        assertThat(read("a")).contains(row(tenant, "a", null, 8));
    }

    @Test
    void laterCallWins_whileTheFirstIsInFlight() {
        List<CompletableFuture<Void>> inFlight = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            inFlight.add(engine.write(doc(tenant, "a").set(STARS, 50 - i)));
        }
        awaitAll(inFlight);
        assertThat(read("a")).contains(row(tenant, "a", null, 1));
    }

    @Test
    void laterCallWins_afterTheClockIsSetBack() {
        clock.advance(Duration.ofMinutes(10));
        write(doc(tenant, "a").set(STARS, 1));
        clock.stepBack(Duration.ofMinutes(5));
        write(doc(tenant, "a").set(STARS, 2));
        assertThat(read("a")).contains(row(tenant, "a", null, 2));
    }

    @Test
    void theEnginesTimeLiesBetweenThePastAndTheFuture() {
        write(doc(tenant, "a").set(TITLE, "now").set(STARS, 1));
        write(doc(tenant, "a").set(TITLE, "past").at(1_000));
        write(doc(tenant, "a").set(STARS, 2).at(FAR_FUTURE_MICROS));
        write(doc(tenant, "a").set(STARS, 3));
        assertThat(read("a")).contains(row(tenant, "a", "now", 2));
        write(DocsTable.TABLE.delete(tenant, "a"));
        assertThat(read("a")).as("the delete is before the future").contains(row(tenant, "a", null, 2));
    }

    private void assertWinsTie(UnaryOperator<Upsert> winner, UnaryOperator<Upsert> loser, Doc expected) {
        String first = UUID.randomUUID().toString();
        String last = UUID.randomUUID().toString();
        write(
                winner.apply(doc(tenant, first)).at(20),
                loser.apply(doc(tenant, first)).at(20));
        write(
                loser.apply(doc(tenant, last)).at(20),
                winner.apply(doc(tenant, last)).at(20));
        for (String id : List.of(first, last)) {
            assertThat(read(id)).contains(row(tenant, id, expected.title(), expected.stars()));
        }
    }

    private Optional<Doc> read(String id) {
        return one(DocsTable.one(tenant, id));
    }

    private static List<List<Integer>> permutations(int size) {
        List<List<Integer>> all = List.of(List.of());
        for (int next = 0; next < size; next++) {
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> shorter : all) {
                for (int at = 0; at <= shorter.size(); at++) {
                    List<Integer> with = new ArrayList<>(shorter);
                    with.add(at, next);
                    longer.add(with);
                }
            }
            all = longer;
        }
        return all;
    }
}
