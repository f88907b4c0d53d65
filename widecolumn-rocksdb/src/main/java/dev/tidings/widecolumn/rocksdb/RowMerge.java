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
 * What several fragments together say about a row. For each cell the latest write time wins; at the same time a removal beats a
 * value, and of two values the one with the larger bytes wins. A delete beats everything written no later. These are Cassandra's
 * rules, so that a tie is settled alike on both engines. Of two fragments that say the very same, the one added later counts.
 */
final class RowMerge {
    private final StoredTable stored;
    private final List<byte[]> fragments;
    private final long nowSecond;
    private final Map<Slot, Cell> cells = new HashMap<>();
    private long deletedAt = Long.MIN_VALUE;
    private int deleteFragment = -1;
    private long markedAt = Long.MIN_VALUE;
    private int markFragment = -1;

    /** A cell of the row: a column, and the entry's key if the column is a collection. */
    private record Slot(int position, String entry) {}

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
            Fragment.requireWhole(fragments.get(i).length);
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

    /** Whether there is a row at all. */
    boolean live() {
        return markFragment >= 0;
    }

    /** The latest delete, or {@link Long#MIN_VALUE}: a write needs a later time to be seen. */
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
     * The fragments that no longer matter, by their place in the list: expired ones, and those of which every cell has been
     * overwritten. Once the delete itself need not be remembered either, it goes together with all it has hidden.
     */
    List<Integer> superfluous(boolean forgetDelete) {
        boolean[] needed = new boolean[fragments.size()];
        cells.values().forEach(cell -> needed[cell.fragment()] = true);
        if (markFragment >= 0) {
            needed[markFragment] = true;
        }
        if (deleteFragment >= 0 && !forgetDelete) {
            needed[deleteFragment] = true;
        }
        long leastNeeded = Long.MAX_VALUE;
        for (int i = 0; i < needed.length; i++) {
            if (needed[i]) {
                leastNeeded = Math.min(leastNeeded, Fragment.expirySecond(fragments.get(i)));
            }
        }
        List<Integer> dropped = new ArrayList<>();
        for (int i = 0; i < needed.length; i++) {
            // What outlives the fragment that hides it would come back when that one expires.
            boolean outlives = Fragment.expirySecond(fragments.get(i)) > leastNeeded;
            boolean hiddenByDelete = Fragment.writeTime(fragments.get(i)) <= deletedAt;
            if (!needed[i] && (!outlives || hiddenByDelete || expired(fragments.get(i)))) {
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
        if (writeTime >= markedAt) {
            markedAt = writeTime;
            markFragment = index;
        }
        ByteSource in = Fragment.cells(fragment, fragment.length);
        while (in.hasMore()) {
            int tag = in.getVarint();
            int what = tag & 3;
            int position = stored.position(tag >>> 2);
            String entry = null;
            if (what == Fragment.ENTRY || what == Fragment.ENTRY_REMOVED) {
                entry = CellCodec.decodeText(in, in.getVarint());
            }
            boolean removed = what == Fragment.CLEARED || what == Fragment.ENTRY_REMOVED;
            int length = removed ? 0 : in.getVarint();
            int start = in.skip(length);
            // A column that the declaration no longer has keeps its cells, under a position below zero.
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
            map.put(slot.entry(), CellCodec.decodeText(in, cell.length()));
        } else if (column.type() == ColumnType.TEXT_SET) {
            @SuppressWarnings("unchecked")
            TreeSet<String> set = (TreeSet<String>) collections.computeIfAbsent(slot.position(), p -> new TreeSet<>());
            set.add(slot.entry());
        } else {
            values[slot.position()] = CellCodec.decode(column.type(), in, cell.length());
        }
    }
}
