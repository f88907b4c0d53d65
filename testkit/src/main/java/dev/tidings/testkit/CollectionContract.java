package dev.tidings.testkit;

import static dev.tidings.testkit.DocsTable.LABELS;
import static dev.tidings.testkit.DocsTable.TAGS;
import static dev.tidings.testkit.DocsTable.doc;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.DocsTable.Doc;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of map and set columns: each entry is a cell of its own, so entries are written and removed independently. */
abstract class CollectionContract extends EngineTheme {
    CollectionContract(EngineContract contract) {
        super(contract, "contract_collection", DocsTable.TABLE);
    }

    @Test
    void entriesOfAMapAreMerged() {
        write(doc(tenant, "a").put(LABELS, "k1", "v1"));
        write(doc(tenant, "a").put(LABELS, "k2", "v2").put(LABELS, "k3", "v3"));
        write(doc(tenant, "a").put(LABELS, "k2", "changed"));
        assertThat(labels()).isEqualTo(Map.of("k1", "v1", "k2", "changed", "k3", "v3"));
    }

    @Test
    void elementsOfASetAreMerged() {
        write(doc(tenant, "a").add(TAGS, "x"), doc(tenant, "a").add(TAGS, "y").add(TAGS, "x"));
        assertThat(tags()).containsExactlyInAnyOrder("x", "y");
    }

    @Test
    void aRecordAddsItsEntriesAndRemovesNone() {
        write(DocsTable.TABLE.upsert(new Doc(tenant, "a", null, null, null, Map.of("k1", "v1"), Set.of("x"))));
        write(DocsTable.TABLE.upsert(new Doc(tenant, "a", null, null, null, Map.of("k2", "v2"), Set.of("y"))));
        write(DocsTable.TABLE.upsert(new Doc(tenant, "a", null, null, null, Map.of(), Set.of())));
        assertThat(labels()).isEqualTo(Map.of("k1", "v1", "k2", "v2"));
        assertThat(tags()).containsExactlyInAnyOrder("x", "y");
    }

    @Test
    void settingAMapPutsItsEntries() {
        write(doc(tenant, "a").put(LABELS, "k1", "v1"));
        write(doc(tenant, "a").set(LABELS, Map.of("k2", "v2")));
        assertThat(labels()).isEqualTo(Map.of("k1", "v1", "k2", "v2"));
    }

    @Test
    void anEntryIsRemovedAlone() {
        write(doc(tenant, "a")
                .put(LABELS, "k1", "v1")
                .put(LABELS, "k2", "v2")
                .add(TAGS, "x")
                .add(TAGS, "y"));
        write(doc(tenant, "a").remove(LABELS, "k1").remove(TAGS, "y"));
        assertThat(labels()).isEqualTo(Map.of("k2", "v2"));
        assertThat(tags()).containsExactly("x");
    }

    @Test
    void removingTheLastEntryLeavesTheRow() {
        write(doc(tenant, "a").put(LABELS, "k", "v"));
        write(doc(tenant, "a").remove(LABELS, "k"));
        assertThat(labels()).isEmpty();
    }

    @Test
    void aRemovedEntryCanBePutAgain() {
        write(doc(tenant, "a").put(LABELS, "k", "old"));
        write(doc(tenant, "a").remove(LABELS, "k"));
        write(doc(tenant, "a").put(LABELS, "k", "new"));
        assertThat(labels()).isEqualTo(Map.of("k", "new"));
    }

    @Test
    void entriesHaveTimesOfTheirOwn() {
        write(doc(tenant, "a").put(LABELS, "k1", "late").at(20));
        write(doc(tenant, "a")
                .put(LABELS, "k1", "early")
                .put(LABELS, "k2", "early")
                .at(10));
        assertThat(labels()).isEqualTo(Map.of("k1", "late", "k2", "early"));
    }

    @Test
    void removal_shadowsOlderEntries() {
        write(doc(tenant, "a").remove(LABELS, "k").remove(TAGS, "x").at(20));
        write(doc(tenant, "a").put(LABELS, "k", "v").add(TAGS, "x").at(19));
        assertThat(labels()).isEmpty();
        assertThat(tags()).isEmpty();
        write(doc(tenant, "a").put(LABELS, "k", "v").add(TAGS, "x").at(21));
        assertThat(labels()).isEqualTo(Map.of("k", "v"));
        assertThat(tags()).containsExactly("x");
    }

    @Test
    void atTheSameTimeARemovalWins() {
        write(
                doc(tenant, "a").remove(LABELS, "k").at(20),
                doc(tenant, "a").put(LABELS, "k", "v").at(20));
        write(
                doc(tenant, "a").add(TAGS, "x").at(20),
                doc(tenant, "a").remove(TAGS, "x").at(20));
        assertThat(labels()).isEmpty();
        assertThat(tags()).isEmpty();
    }

    @Test
    void atTheSameTimeTheLargerValueWins() {
        write(doc(tenant, "a").put(LABELS, "k", "b").put(LABELS, "l", "a").at(20));
        write(doc(tenant, "a").put(LABELS, "k", "a").put(LABELS, "l", "ab").at(20));
        assertThat(labels()).isEqualTo(Map.of("k", "b", "l", "ab"));
    }

    @Test
    void deletingARow_deletesItsEntries() {
        write(doc(tenant, "a").put(LABELS, "k1", "v").add(TAGS, "x").at(10));
        write(doc(tenant, "a").put(LABELS, "k2", "v").add(TAGS, "y").at(30));
        write(DocsTable.TABLE.delete(tenant, "a").at(20));
        assertThat(labels()).isEqualTo(Map.of("k2", "v"));
        assertThat(tags()).containsExactly("y");
    }

    @Test
    void entriesMayHaveAnyName() {
        Map<String, String> odd = Map.of(
                "",
                "empty",
                "\0",
                "nul",
                "\0\0",
                "nuls",
                "k\0v",
                "",
                "ÿ",
                "\u00ff",
                "😀",
                Character.toString(0x10FFFF));
        odd.forEach((k, v) -> write(doc(tenant, "a").put(LABELS, k, v).add(TAGS, k)));
        assertThat(labels()).isEqualTo(odd);
        assertThat(tags()).isEqualTo(odd.keySet());
    }

    @Test
    void entriesOfDifferentColumnsDoNotMix() {
        write(doc(tenant, "a").put(LABELS, "k", "v").add(TAGS, "k"));
        write(doc(tenant, "a").remove(TAGS, "k"));
        assertThat(labels()).isEqualTo(Map.of("k", "v"));
        assertThat(tags()).isEmpty();
    }

    private Map<String, String> labels() {
        return one(DocsTable.one(tenant, "a")).orElseThrow().labels();
    }

    private Set<String> tags() {
        return one(DocsTable.one(tenant, "a")).orElseThrow().tags();
    }
}
