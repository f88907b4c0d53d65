package dev.tidings.widecolumn.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * Iterates over rows, which on disk are runs of fragments. Reads one fragment ahead to find the end of a row, into reused
 * buffers; almost every row is a single fragment and is never copied.
 */
final class RowScan implements AutoCloseable {
    private final RocksIterator iterator;
    private final KeyRange range;
    private final boolean backwards;
    private byte[] key;
    private int keyLength;
    private byte[] value;
    private int valueLength;
    private byte[] aheadKey;
    private int aheadKeyLength;
    private byte[] aheadValue;
    private int aheadValueLength;
    private boolean ahead;
    private final List<byte[]> more = new ArrayList<>(0);
    private final List<byte[]> moreKeys = new ArrayList<>(0);

    RowScan(RocksIterator iterator, KeyRange range, boolean backwards) throws RocksDBException {
        this.iterator = iterator;
        this.range = range;
        this.backwards = backwards;
        Buffers buffers = Buffers.take();
        key = buffers.key();
        value = buffers.value();
        aheadKey = buffers.aheadKey();
        aheadValue = buffers.aheadValue();
        try {
            if (backwards) {
                iterator.seekForPrev(range.end());
            } else {
                iterator.seek(range.start());
            }
            loadAhead();
        } catch (RocksDBException e) {
            giveBackBuffers();
            throw e;
        }
    }

    /** Moves on to the next row; false if there is none. */
    boolean next() throws RocksDBException {
        if (!ahead) {
            return false;
        }
        takeAhead();
        if (!more.isEmpty()) {
            more.clear();
            moreKeys.clear();
        }
        step();
        while (ahead && sameRow()) {
            more.add(Arrays.copyOf(aheadValue, aheadValueLength));
            moreKeys.add(Arrays.copyOf(aheadKey, aheadKeyLength));
            step();
        }
        return true;
    }

    /** Key of the row's first fragment. The buffer holds the next row's after {@link #next}. */
    byte[] key() {
        return key;
    }

    /** The length of the row's part of {@link #key}: all but the fragment number. */
    int rowKeyLength() {
        return keyLength - StoredTable.FRAGMENT_BYTES;
    }

    boolean isSingleFragment() {
        return more.isEmpty();
    }

    /** The first fragment. The buffer holds the next row's after {@link #next}. */
    byte[] value() {
        return value;
    }

    int valueLength() {
        return valueLength;
    }

    /** All fragments of the row, in buffers of their own. */
    List<byte[]> fragments() {
        List<byte[]> all = new ArrayList<>(1 + more.size());
        all.add(Arrays.copyOf(value, valueLength));
        all.addAll(more);
        return all;
    }

    /** The keys of {@link #fragments}. */
    List<byte[]> fragmentKeys() {
        List<byte[]> all = new ArrayList<>(1 + moreKeys.size());
        all.add(Arrays.copyOf(key, keyLength));
        all.addAll(moreKeys);
        return all;
    }

    private void step() throws RocksDBException {
        if (backwards) {
            iterator.prev();
        } else {
            iterator.next();
        }
        loadAhead();
    }

    private void loadAhead() throws RocksDBException {
        ahead = iterator.isValid();
        if (!ahead) {
            iterator.status();
            return;
        }
        aheadKeyLength = iterator.key(aheadKey);
        if (aheadKeyLength > aheadKey.length) {
            aheadKey = new byte[2 * aheadKeyLength];
            iterator.key(aheadKey);
        }
        ahead = backwards ? range.notBeforeStart(aheadKey, aheadKeyLength) : range.beforeEnd(aheadKey, aheadKeyLength);
        if (!ahead) {
            return;
        }
        aheadValueLength = iterator.value(aheadValue);
        if (aheadValueLength > aheadValue.length) {
            aheadValue = new byte[2 * aheadValueLength];
            iterator.value(aheadValue);
        }
    }

    private void takeAhead() {
        byte[] spareKey = key;
        key = aheadKey;
        keyLength = aheadKeyLength;
        aheadKey = spareKey;
        byte[] spareValue = value;
        value = aheadValue;
        valueLength = aheadValueLength;
        aheadValue = spareValue;
    }

    private boolean sameRow() {
        return aheadKeyLength == keyLength && Arrays.equals(aheadKey, 0, rowKeyLength(), key, 0, rowKeyLength());
    }

    @Override
    public void close() {
        iterator.close();
        giveBackBuffers();
    }

    private void giveBackBuffers() {
        Buffers.SPARE.set(new Buffers(key, value, aheadKey, aheadValue));
    }

    /** Read buffers, reused from scan to scan. */
    private record Buffers(byte[] key, byte[] value, byte[] aheadKey, byte[] aheadValue) {
        /** The buffers of the thread's last scan, for its next one. */
        private static final ThreadLocal<Buffers> SPARE = new ThreadLocal<>();

        static Buffers take() {
            Buffers spare = SPARE.get();
            if (spare == null) {
                return new Buffers(new byte[256], new byte[4096], new byte[256], new byte[4096]);
            }
            SPARE.set(null);
            return spare;
        }
    }
}
