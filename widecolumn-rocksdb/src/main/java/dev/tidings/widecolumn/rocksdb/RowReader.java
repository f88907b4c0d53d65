package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.codec.ByteSource;
import dev.tidings.widecolumn.codec.KeyCodec;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.rocksdb.RocksDBException;

/**
 * Executes selects and single-row lookups: scans the key range, decodes keys and fragments, and returns a page of records. Skips expired
 * and deleted rows, and reports rows with many fragments to the {@link FragmentCleaner}.
 */
final class RowReader {
    /** Rows with more fragments than this are queued for cleanup, if any of them is obsolete. */
    private static final int MANY_FRAGMENTS = 8;

    private final RocksStore store;
    private final InstantSource clock;
    private final BiConsumer<StoredTable, byte[]> cleanup;

    /** @param cleanup receives the keys of rows that have gathered many fragments, some of them obsolete */
    RowReader(RocksStore store, InstantSource clock, BiConsumer<StoredTable, byte[]> cleanup) {
        this.store = store;
        this.clock = clock;
        this.cleanup = cleanup;
    }

    <R extends Record> Page<R> page(Select<R> select) throws RocksDBException {
        StoredTable stored = store.table(select.table());
        KeyRange range = KeyRange.of(stored, select);
        if (range.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        try (RowScan scan = store.scan(stored, range, select.reversed())) {
            return page(stored, select, range, scan, Integer.MAX_VALUE);
        }
    }

    /**
     * The page if it is completely in memory and takes no more than {@code maxSteps} rows to scan; else null, and {@link #page}
     * must be called.
     */
    <R extends Record> Page<R> pageFromMemory(Select<R> select, int maxSteps) throws RocksDBException {
        StoredTable stored = store.table(select.table());
        KeyRange range = KeyRange.of(stored, select);
        if (range.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        try (RowScan scan = store.scanMemory(stored, range, select.reversed())) {
            return page(stored, select, range, scan, maxSteps);
        } catch (RocksDBException e) {
            if (RocksErrors.isIncomplete(e)) {
                return null;
            }
            throw e;
        }
    }

    private <R extends Record> Page<R> page(
            StoredTable stored, Select<R> select, KeyRange range, RowScan scan, int maxSteps) throws RocksDBException {
        long now = clock.instant().getEpochSecond();
        List<R> rows = new ArrayList<>(Math.min(select.limit(), 128));
        Object[] last = null;
        int steps = 0;
        while (scan.next()) {
            if (steps++ == maxSteps) {
                return null;
            }
            Object[] values = undamagedRow(stored, scan, select, range, now);
            if (values == null) {
                continue;
            }
            if (rows.size() == select.limit()) {
                return new Page<>(rows, Optional.of(select.cursorAfter(last)));
            }
            rows.add(select.table().row(values));
            last = values;
        }
        return new Page<>(rows, Optional.empty());
    }

    /** The values of the row with this key, if it exists. */
    Optional<Object[]> find(StoredTable stored, Object[] key, byte[] rowKey) throws RocksDBException {
        try (RowScan scan = store.scan(stored, KeyRange.ofRow(rowKey), false)) {
            List<byte[]> fragments = scan.next() ? scan.fragments() : List.of();
            RowMerge found = new RowMerge(stored, fragments, clock.instant().getEpochSecond());
            if (!found.exists()) {
                return Optional.empty();
            }
            Object[] values = new Object[stored.table().columns().size()];
            System.arraycopy(key, 0, values, 0, stored.table().keySize());
            found.fill(values);
            return Optional.of(values);
        } catch (RuntimeException e) {
            throw damaged(stored, e);
        }
    }

    private Object[] undamagedRow(StoredTable stored, RowScan scan, Select<?> select, KeyRange range, long now) {
        try {
            return row(stored, scan, select, range, now);
        } catch (RuntimeException e) {
            throw damaged(stored, e);
        }
    }

    /** The exception for bytes that the codecs can't decode. */
    private static StoreException damaged(StoredTable stored, RuntimeException e) {
        return new StoreException(
                Reason.CORRUPT, "a row of " + stored.table().name() + " can't be read: " + e.getMessage(), e);
    }

    /** The values of the current row of the scan, or null if it has expired or was deleted. */
    private Object[] row(StoredTable stored, RowScan scan, Select<?> select, KeyRange range, long now) {
        Table<?> table = stored.table();
        Object[] values;
        if (scan.isSingleFragment()) {
            byte[] fragment = scan.value();
            Fragment.requireComplete(scan.valueLength());
            if (Fragment.kind(fragment) != Fragment.UPSERT || Fragment.expirySecond(fragment) <= now) {
                return null;
            }
            values = select.values().clone();
            SingleFragmentReader.fill(stored, Fragment.cells(fragment, scan.valueLength()), values);
        } else {
            List<byte[]> fragments = scan.fragments();
            RowMerge merge = new RowMerge(stored, fragments, now);
            // Many fragments that are all needed, such as one per entry of a map, can't be reduced.
            if (fragments.size() > MANY_FRAGMENTS && !merge.obsolete(false).isEmpty()) {
                cleanup.accept(stored, Arrays.copyOf(scan.key(), scan.rowKeyLength()));
            }
            if (!merge.exists()) {
                return null;
            }
            values = select.values().clone();
            merge.fill(values);
        }
        int fixed = select.equalCount();
        if (fixed < table.keySize()) {
            ByteSource rest = new ByteSource(scan.key(), range.prefixLength(), scan.rowKeyLength());
            KeyCodec.decode(table, values, fixed, table.keySize(), rest);
        }
        return values;
    }
}
