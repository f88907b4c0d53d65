package dev.tidings.testkit;

import static dev.tidings.testkit.DocsTable.doc;
import static dev.tidings.testkit.DocsTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.DocsTable.Doc;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Contract of upserts: they create the row, merge the given columns into an existing one, and leave its other columns unchanged. */
abstract class MergeContract extends EngineTheme {
    MergeContract(EngineContract contract) {
        super(contract, "contract_merge", DocsTable.TABLE, AllTypesTable.TABLE);
    }

    @Test
    void everyTypeReadsBackAsWritten() {
        AllTypesTable.Row usual = new AllTypesTable.Row(
                tenant,
                1,
                "grüße €\0😀",
                UUID.fromString("0190d7a0-0000-7000-8000-000000000001"),
                -5,
                1L << 40,
                true,
                2.5,
                Instant.parse("1969-12-31T23:59:59.999Z"),
                ByteBuffer.wrap(new byte[] {0, 1, -1}),
                Map.of("k", "v", "k2", ""),
                Set.of("a", "b"));
        AllTypesTable.Row smallest = new AllTypesTable.Row(
                tenant,
                Integer.MIN_VALUE,
                "",
                new UUID(0, 0),
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                false,
                -0.0,
                Instant.ofEpochMilli(0),
                ByteBuffer.allocate(0),
                Map.of(),
                Set.of());
        AllTypesTable.Row largest = new AllTypesTable.Row(
                tenant,
                Integer.MAX_VALUE,
                Character.toString(0x10FFFF).repeat(1 << 18),
                new UUID(-1, -1),
                Integer.MAX_VALUE,
                Long.MAX_VALUE,
                true,
                Double.POSITIVE_INFINITY,
                Instant.parse("9999-12-31T23:59:59.999Z"),
                ByteBuffer.allocate(1 << 20),
                Map.of("x".repeat(65_535), "y".repeat(100_000)),
                Set.of("z".repeat(65_535)));
        for (AllTypesTable.Row row : new AllTypesTable.Row[] {usual, smallest, largest}) {
            write(AllTypesTable.TABLE.upsert(row));
            assertThat(one(AllTypesTable.TABLE.select(AllTypesTable.ONE, tenant, row.id())))
                    .contains(row);
        }
    }

    @Test
    void aRowThatWasNeverWrittenIsAbsent() {
        assertThat(one(DocsTable.one(tenant, "a"))).isEmpty();
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant))).isEmpty();
    }

    @Test
    void aRecordLeavesAbsentColumnsAlone() {
        write(DocsTable.TABLE.upsert(new Doc(tenant, "a", "old", 3, true, Map.of("k", "v"), Set.of("t"))));
        write(DocsTable.TABLE.upsert(new Doc(tenant, "a", "new", null, null, null, null)));
        assertThat(one(DocsTable.one(tenant, "a")))
                .contains(new Doc(tenant, "a", "new", 3, true, Map.of("k", "v"), Set.of("t")));
    }

    @Test
    void anUpdateWritesOneColumn() {
        write(doc(tenant, "a").set(DocsTable.TITLE, "title").set(DocsTable.STARS, 1));
        write(doc(tenant, "a").set(DocsTable.STARS, 2));
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", "title", 2));
    }

    @Test
    void rowWithoutValuesExists() {
        write(doc(tenant, "a"));
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", null, null));
    }

    @Test
    void anUpdateMakesTheRowExist() {
        write(doc(tenant, "a").set(DocsTable.STARS, 2));
        write(doc(tenant, "b").clear(DocsTable.STARS));
        write(doc(tenant, "c").remove(DocsTable.LABELS, "k"));
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant)))
                .containsExactly(row(tenant, "a", null, 2), row(tenant, "b", null, null), row(tenant, "c", null, null));
    }

    @Test
    void clearRemovesOneValue() {
        write(doc(tenant, "a").set(DocsTable.TITLE, "title").set(DocsTable.STARS, 1));
        write(doc(tenant, "a").clear(DocsTable.TITLE));
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", null, 1));
    }

    @Test
    void clearingTheOnlyValueLeavesTheRow() {
        write(doc(tenant, "a").set(DocsTable.TITLE, "title"));
        write(doc(tenant, "a").clear(DocsTable.TITLE));
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", null, null));
    }

    @Test
    void aClearedValueCanBeSetAgain() {
        write(doc(tenant, "a").clear(DocsTable.TITLE));
        write(doc(tenant, "a").set(DocsTable.TITLE, "again"));
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", "again", null));
    }

    @Test
    void deleteRemovesExactlyOneRow() {
        for (String id : new String[] {"a", "b", "c"}) {
            write(doc(tenant, id).set(DocsTable.TITLE, id).put(DocsTable.LABELS, "k", "v"));
        }
        write(DocsTable.TABLE.delete(tenant, "b"));
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant)))
                .extracting(Doc::id)
                .containsExactly("a", "c");
        assertThat(one(DocsTable.one(tenant, "b"))).isEmpty();
    }

    @Test
    void deletingAMissingRow_succeeds() {
        write(DocsTable.TABLE.delete(tenant, "a"));
        assertThat(one(DocsTable.one(tenant, "a"))).isEmpty();
    }

    @Test
    void deletedRow_returnsOnlyWithLaterWrites() {
        write(doc(tenant, "a")
                .set(DocsTable.TITLE, "old")
                .set(DocsTable.STARS, 1)
                .put(DocsTable.LABELS, "k", "v"));
        write(DocsTable.TABLE.delete(tenant, "a"));
        write(doc(tenant, "a").set(DocsTable.STARS, 2));
        assertThat(one(DocsTable.one(tenant, "a"))).contains(row(tenant, "a", null, 2));
    }

    @Test
    void partitionsAreIndependent() {
        write(doc(tenant, "a").set(DocsTable.TITLE, "mine"));
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant + "x"))).isEmpty();
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant.substring(1))))
                .isEmpty();
    }
}
