package dev.tidings.torture.store;

import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.rocksdb.Durability;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The table and the numbered batches that the store run writes and verifies: each batch is a partition of eight rows, with content
 * derived from the key.
 */
final class TestBatches {
    static final int ROWS = 8;
    private static final int TEXT_BYTES = 200;

    private static final Column<Long> BATCH = Column.bigint("batch", "number of the batch");
    private static final Column<Integer> PART = Column.integer("part", "index of the row in its batch");
    private static final Query WHOLE = Query.named("a whole batch", BATCH);

    private static final Table<BatchRow> TABLE = Table.named("batches")
            .comment("Batches of a writer that is killed")
            .partition(BATCH)
            .clustering(PART.asc())
            .columns(Column.text("content", "derived from the key, so that corruption is detected"))
            .serves(WHOLE)
            .rows(BatchRow.class);

    static final Schema SCHEMA = Schema.of("crash", TABLE);

    /** One row of a batch. */
    record BatchRow(long batch, int part, String content) {}

    private TestBatches() {}

    /** So little memory that there is always a flush or a compaction in progress when the process is killed. */
    static RocksConfig config(Path folder, Durability durability) {
        return RocksConfig.in(folder).withDurability(durability).withMemory(8 << 20, 2 << 20);
    }

    static Batch nth(long batch) {
        List<Write> rows = new ArrayList<>(ROWS);
        for (int part = 0; part < ROWS; part++) {
            rows.add(TABLE.upsert(new BatchRow(batch, part, content(batch, part))));
        }
        return Batch.samePartition(rows);
    }

    static Select<BatchRow> read(long batch) {
        return TABLE.select(WHOLE, batch).limit(ROWS + 1);
    }

    /** Whether these rows are the complete batch as written. */
    static boolean isWhole(long batch, List<BatchRow> rows) {
        if (rows.size() != ROWS) {
            return false;
        }
        for (int part = 0; part < ROWS; part++) {
            if (!rows.get(part).equals(new BatchRow(batch, part, content(batch, part)))) {
                return false;
            }
        }
        return true;
    }

    private static String content(long batch, int part) {
        String seed = batch + "/" + part + " ";
        return seed.repeat(TEXT_BYTES / seed.length() + 1);
    }
}
