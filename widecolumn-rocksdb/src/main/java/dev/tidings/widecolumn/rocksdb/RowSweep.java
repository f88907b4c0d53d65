package dev.tidings.widecolumn.rocksdb;

import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.RowFate;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.codec.ByteSource;
import dev.tidings.widecolumn.codec.KeyCodec;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.rocksdb.RocksDBException;

/** Visits all rows of a table in the order of their keys, and deletes the fragments of those that are to go. */
final class RowSweep {
    private static final int MAX_COMMIT_BYTES = 256 << 10;

    private final RocksStore store;
    private final InstantSource clock;
    private final BiConsumer<List<Upsert>, WriteBatchBuffer> commit;

    /** @param commit writes replacements and deletes durably */
    RowSweep(RocksStore store, InstantSource clock, BiConsumer<List<Upsert>, WriteBatchBuffer> commit) {
        this.store = store;
        this.clock = clock;
        this.commit = commit;
    }

    <R extends Record> long run(Table<R> table, Function<R, RowFate> visitor) {
        StoredTable stored = store.table(table);
        long changed = 0;
        List<Upsert> replacements = new ArrayList<>();
        WriteBatchBuffer deletes = new WriteBatchBuffer(4096);
        try (RowScan scan = store.scan(stored, KeyRange.all(), false)) {
            while (scan.next()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new StoreException(Reason.CLOSED, "the sweep of " + table.name() + " was interrupted");
                }
                Object[] values = values(stored, scan);
                RowFate fate = values == null ? RowFate.KEEP : visitor.apply(table.row(values));
                if (fate instanceof RowFate.Keep) {
                    continue;
                }
                changed++;
                if (fate instanceof RowFate.Replace replace) {
                    replacements.add(replace.row());
                }
                for (byte[] key : scan.fragmentKeys()) {
                    deletes.delete(stored.family(), key);
                }
                if (deletes.bytes() > MAX_COMMIT_BYTES) {
                    flush(replacements, deletes);
                    replacements = new ArrayList<>();
                    deletes = new WriteBatchBuffer(4096);
                }
            }
        } catch (RocksDBException e) {
            throw RocksErrors.of("sweeping " + table.name(), e);
        }
        flush(replacements, deletes);
        return changed;
    }

    private void flush(List<Upsert> replacements, WriteBatchBuffer deletes) {
        commit.accept(replacements, deletes);
    }

    /** Null if it has expired or was deleted: the next compaction drops it. */
    private Object[] values(StoredTable stored, RowScan scan) {
        RowMerge merge = new RowMerge(stored, scan.fragments(), clock.instant().getEpochSecond());
        if (!merge.exists()) {
            return null;
        }
        Table<?> table = stored.table();
        Object[] values = new Object[table.columns().size()];
        merge.fill(values);
        byte[] key = Arrays.copyOf(scan.key(), scan.rowKeyLength());
        KeyCodec.decode(table, values, 0, table.keySize(), new ByteSource(key, RocksTuning.PREFIX_BYTES, key.length));
        return values;
    }
}
