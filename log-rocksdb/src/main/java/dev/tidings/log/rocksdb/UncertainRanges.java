package dev.tidings.log.rocksdb;

import java.util.Arrays;

/**
 * Sequence ranges whose commit failed and whose records may or may not be on disk. They were never acknowledged, no queue counts them, and
 * readers skip them. Records that are there after all are recovered when the log is opened next.
 */
final class UncertainRanges {
    /** Pairs of from (inclusive) and to (exclusive). Copied on write. */
    private volatile long[] ranges = {};

    /** Called only by the committer, with rising sequences. */
    void add(long from, long to) {
        long[] before = ranges;
        int length = before.length;
        boolean continues = length > 0 && before[length - 1] == from;
        long[] after = Arrays.copyOf(before, continues ? length : length + 2);
        if (!continues) {
            after[length] = from;
        }
        after[after.length - 1] = to;
        ranges = after;
    }

    boolean contains(long sequence) {
        long[] now = ranges;
        for (int i = 0; i < now.length; i += 2) {
            if (sequence >= now[i] && sequence < now[i + 1]) {
                return true;
            }
        }
        return false;
    }
}
