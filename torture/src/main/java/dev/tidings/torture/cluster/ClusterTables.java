package dev.tidings.torture.cluster;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Write;

/**
 * The two tables that the cluster run writes while Cassandra nodes are killed: one for plain writes, one for races with
 * insert-if-absent.
 */
final class ClusterTables {
    private static final Column<Long> NUMBER = Column.bigint("number", "number of the write");
    private static final Query ENTRY = Query.named("one entry", NUMBER);

    private static final Table<LoadRow> ENTRIES = Table.named("entries")
            .comment("Writes in flight while nodes were killed")
            .partition(NUMBER)
            .columns(Column.text("content", "derived from the number, so that corruption is detected"))
            .serves(ENTRY)
            .rows(LoadRow.class);

    private static final Column<Integer> RACE = Column.integer("race", "number of the race");
    private static final Query CLAIM = Query.named("the winner", RACE);

    static final Table<ClaimRow> CLAIMS = Table.named("claims")
            .comment("Inserts that race for the same row")
            .partition(RACE)
            .columns(Column.integer("claimant", "the caller that wrote the row"))
            .serves(CLAIM)
            .rows(ClaimRow.class);

    static final Schema SCHEMA = Schema.of("cluster", ENTRIES, CLAIMS);

    /** A row of the load. */
    record LoadRow(long number, String content) {}

    /** A row that callers race for. */
    record ClaimRow(int race, Integer claimant) {}

    private ClusterTables() {}

    static LoadRow entry(long number) {
        return new LoadRow(number, ("entry " + number + " ").repeat(12));
    }

    static Write write(long number) {
        return ENTRIES.upsert(entry(number));
    }

    static Select<LoadRow> read(long number) {
        return ENTRIES.select(ENTRY, number);
    }

    static Select<ClaimRow> claim(int race) {
        return CLAIMS.select(CLAIM, race);
    }
}
