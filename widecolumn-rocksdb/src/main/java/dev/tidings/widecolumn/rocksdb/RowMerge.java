package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.codec.ByteSource;
import dev.tidings.widecolumn.codec.CellCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Merges the fragments of a row, last write wins per cell. On equal write times a removal beats a value, and of two values the
 * one with the larger bytes wins. A delete shadows everything written no later. These are Cassandra's rules, so that ties have
 * the same result on both engines. Of two identical fragments the one added later counts.
 */
final class RowMerge {
    private final StoredTable stored;
    private final List<byte[]> fragments;
    private final long nowSecond;
    private final Map<Slot, Cell> cells = new HashMap<>();
    private long deletedAt = Long.MIN_VALUE;
    private int deleteFragment = -1;
    private long rowWrittenAt = Long.MIN_VALUE;
    private int rowFragment = -1;

    /** A cell of the row: a column, and the entry's key if the column is a collection. */
    private record Slot(int position, String entry) {}

    /** A version of a cell, as a slice of the fragment that wrote it. */
    private record Cell(long writeTime, boolean removed, byte[] bytes, int start, int length, int fragment) {
        boolean losesTo(Cell other) {
            if (writeTime != other.writeTime) {
                return writeTime < other.writeTime;
            }
            if (removed != other.removed) {
                return other.removed;
            }
            return Arrays.compareUnsigned(
                            bytes, start, start + length, other.bytes, other.start, other.start + other.length)
                    <= 0;
        }
    }

    RowMerge(StoredTable stored, List<byte[]> fragments, long nowSecond) {
        this.stored = stored;
        this.fragments = fragments;
        this.nowSecond = nowSecond;
        for (int i = 0; i < fragments.size(); i++) {
            Fragment.requireComplete(fragments.get(i).length);
            long writeTime = Fragment.writeTime(fragments.get(i));
            if (Fragment.kind(fragments.get(i)) == Fragment.DELETE && writeTime >= deletedAt) {
                deletedAt = writeTime;
                deleteFragment = i;
            }
        }
        for (int i = 0; i < fragments.size(); i++) {
            if (Fragment.kind(fragments.get(i)) == Fragment.UPSERT && !expired(fragments.get(i))) {
                addUpsert(i);
            }
        }
    }

    /** Whether the row exists. */
    boolean exists() {
        return rowFragment >= 0;
    }

    /** The write time of the latest delete, or {@link Long#MIN_VALUE}: older writes are shadowed. */
    long deletedAt() {
        return deletedAt;
    }

    /** Fills in the values of the columns outside the key. */
    void fill(Object[] values) {
        Map<Integer, Object> collections = new HashMap<>();
        cells.forEach((slot, cell) -> {
            if (!cell.removed()) {
                place(slot, cell, values, collections);
            }
        });
        collections.forEach((position, collection) -> values[position] = collection);
    }

    /**
     * The obsolete fragments, by their index in the list: expired ones, and those whose cells have all been overwritten. With
     * {@code forgetDelete} the tombstone is obsolete too, together with all writes it shadows.
     */
    List<Integer> obsolete(boolean forgetDelete) {
        boolean[] needed = new boolean[fragments.size()];
        cells.values().forEach(cell -> needed[cell.fragment()] = true);
        if (rowFragment >= 0) {
            needed[rowFragment] = true;
        }
        if (deleteFragment >= 0 && !forgetDelete) {
            needed[deleteFragment] = true;
        }
        long firstExpiry = Long.MAX_VALUE;
        for (int i = 0; i < needed.length; i++) {
            if (needed[i]) {
                firstExpiry = Math.min(firstExpiry, Fragment.expirySecond(fragments.get(i)));
            }
        }
        List<Integer> dropped = new ArrayList<>();
        for (int i = 0; i < needed.length; i++) {
            // A fragment that outlives the one that overwrites it would reappear when that one expires.
            boolean outlives = Fragment.expirySecond(fragments.get(i)) > firstExpiry;
            boolean shadowedByDelete = Fragment.writeTime(fragments.get(i)) <= deletedAt;
            if (!needed[i] && (!outlives || shadowedByDelete || expired(fragments.get(i)))) {
                dropped.add(i);
            }
        }
        return dropped;
    }

    private boolean expired(byte[] fragment) {
        return Fragment.expirySecond(fragment) <= nowSecond;
    }

    private void addUpsert(int index) {
        byte[] fragment = fragments.get(index);
        long writeTime = Fragment.writeTime(fragment);
        if (writeTime <= deletedAt) {
            return;
        }
        if (writeTime >= rowWrittenAt) {
            rowWrittenAt = writeTime;
            rowFragment = index;
        }
        ByteSource in = Fragment.cells(fragment, fragment.length);
        while (in.hasMore()) {
            int tag = in.getVarint();
            int kind = tag & 3;
            int position = stored.position(tag >>> 2);
            String entry = null;
            if (kind == Fragment.ENTRY || kind == Fragment.ENTRY_REMOVED) {
                entry = in.getText();
            }
            boolean removed = kind == Fragment.CLEARED || kind == Fragment.ENTRY_REMOVED;
            int length = removed ? 0 : in.getVarint();
            int start = in.skip(length);
            // Cells of a column that is no longer declared are kept, under a negative position.
            int place = position >= 0 ? position : -1 - (tag >>> 2);
            Cell cell = new Cell(writeTime, removed, fragment, start, length, index);
            cells.merge(new Slot(place, entry), cell, (before, now) -> before.losesTo(now) ? now : before);
        }
    }

    private void place(Slot slot, Cell cell, Object[] values, Map<Integer, Object> collections) {
        if (slot.position() < 0) {
            return;
        }
        ByteSource in = new ByteSource(cell.bytes(), cell.start(), cell.start() + cell.length());
        Column<?> column = stored.table().columns().get(slot.position());
        if (column.type() == ColumnType.TEXT_MAP) {
            @SuppressWarnings("unchecked")
            Map<String, String> map =
                    (Map<String, String>) collections.computeIfAbsent(slot.position(), p -> new TreeMap<>());
            map.put(slot.entry(), in.getText(cell.length()));
        } else if (column.type() == ColumnType.TEXT_SET) {
            @SuppressWarnings("unchecked")
            TreeSet<String> set = (TreeSet<String>) collections.computeIfAbsent(slot.position(), p -> new TreeSet<>());
            set.add(slot.entry());
        } else {
            values[slot.position()] = CellCodec.decode(column.type(), in, cell.length());
        }
    }
}
