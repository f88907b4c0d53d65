package dev.tidings.testkit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** A test table of the engine contract with a column of every type. */
final class AllTypesTable {
    record Row(
            String tenant,
            int id,
            String words,
            UUID uuid,
            Integer small,
            Long large,
            Boolean flag,
            Double real,
            Instant at,
            ByteBuffer bytes,
            Map<String, String> labels,
            Set<String> tags) {}

    static final Column<String> TENANT = Column.text("tenant", "keeps the rows of one test apart from all others");
    static final Column<Integer> ID = Column.integer("id", "which row");

    static final Query ONE = Query.named("one row", TENANT, ID);

    static final Table<Row> TABLE = Table.named("everything")
            .comment("rows with a column of every type")
            .partition(TENANT)
            .clustering(ID.asc())
            .columns(
                    Column.text("words", "a text"),
                    Column.uuid("uuid", "a uuid"),
                    Column.integer("small", "an int"),
                    Column.bigint("large", "a bigint"),
                    Column.bool("flag", "a boolean"),
                    Column.real("real", "a double"),
                    Column.timestamp("at", "a timestamp"),
                    Column.blob("bytes", "a blob"),
                    Column.textMap("labels", "a map"),
                    Column.textSet("tags", "a set"))
            .serves(ONE)
            .rows(Row.class);

    private AllTypesTable() {}
}
