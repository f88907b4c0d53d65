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

/** Answers selects: from keys and fragments to records. */
final class RowReader {
    /** Rows in more fragments than this are worth tidying, if any of them is superfluous. */
    private static final int MANY_FRAGMENTS = 8;

    private final RocksStore store;
    private final InstantSource clock;
    private final BiConsumer<StoredTable, byte[]> untidy;

    /** @param untidy told of rows that have gathered many fragments which no longer matter, by their key */
    RowReader(RocksStore store, InstantSource clock, BiConsumer<StoredTable, byte[]> untidy) {
        this.store = store;
        this.clock = clock;
        this.untidy = untidy;
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

    /** The page, if all of it is in memory and it takes no more than so many steps; else null, and {@link #page} has it. */
    <R extends Record> Page<R> pageFromMemory(Select<R> select, int mostSteps) throws RocksDBException {
        StoredTable stored = store.table(select.table());
        KeyRange range = KeyRange.of(stored, select);
        if (range.isEmpty()) {
            return new Page<>(List.of(), Optional.empty());
        }
        try (RowScan scan = store.scanMemory(stored, range, select.reversed())) {
            return page(stored, select, range, scan, mostSteps);
        } catch (RocksDBException e) {
            if (RocksFailure.isIncomplete(e)) {
                return null;
            }
            throw e;
        }
    }

    private <R extends Record> Page<R> page(
            StoredTable stored, Select<R> select, KeyRange range, RowScan scan, int mostSteps) throws RocksDBException {
        long now = clock.instant().getEpochSecond();
        List<R> rows = new ArrayList<>(Math.min(select.limit(), 128));
        Object[] last = null;
        int steps = 0;
        while (scan.next()) {
            if (steps++ == mostSteps) {
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

    /** The values of one row, if there is one with this key. */
    Optional<Object[]> find(StoredTable stored, Object[] key, byte[] rowKey) throws RocksDBException {
        try (RowScan scan = store.scan(stored, KeyRange.ofRow(rowKey), false)) {
            List<byte[]> fragments = scan.next() ? scan.fragments() : List.of();
            RowMerge found = new RowMerge(stored, fragments, clock.instant().getEpochSecond());
            if (!found.live()) {
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

    /** What the codecs say of bytes that no write has made. */
    private static StoreException damaged(StoredTable stored, RuntimeException e) {
        return new StoreException(
                Reason.CORRUPT, "a row of " + stored.table().name() + " can't be read: " + e.getMessage(), e);
    }

    /** The values of the row under the scan, or null if it has expired or was deleted. */
    private Object[] row(StoredTable stored, RowScan scan, Select<?> select, KeyRange range, long now) {
        Table<?> table = stored.table();
        Object[] values;
        if (scan.single()) {
            byte[] fragment = scan.value();
            Fragment.requireWhole(scan.valueLength());
            if (Fragment.kind(fragment) != Fragment.UPSERT || Fragment.expirySecond(fragment) <= now) {
                return null;
            }
            values = select.values().clone();
            SingleFragment.fill(stored, Fragment.cells(fragment, scan.valueLength()), values);
        } else {
            List<byte[]> fragments = scan.fragments();
            RowMerge merge = new RowMerge(stored, fragments, now);
            // Many that all matter, such as one for each entry of a map, can't be made fewer.
            if (fragments.size() > MANY_FRAGMENTS && !merge.superfluous(false).isEmpty()) {
                untidy.accept(stored, Arrays.copyOf(scan.key(), scan.rowKeyLength()));
            }
            if (!merge.live()) {
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
