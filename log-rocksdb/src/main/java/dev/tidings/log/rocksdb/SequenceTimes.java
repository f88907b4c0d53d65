package dev.tidings.log.rocksdb;

import java.util.Arrays;

/**
 * Remembers about when each sequence was committed: checkpoints of sequence and time, at most one per interval. When there are too many, every
 * second one of the older half is dropped, so that recent times are exact to the interval and old ones to a fraction of their age.
 */
final class SequenceTimes {
    static final int MAX_CHECKPOINTS = 4_096;
    static final long INTERVAL_MILLIS = 250;

    private final long[] sequences = new long[MAX_CHECKPOINTS];
    private final long[] times = new long[MAX_CHECKPOINTS];
    private int size;

    /** @param openedMillis the time of all sequences before the first checkpoint */
    SequenceTimes(long openedMillis) {
        times[0] = openedMillis;
        size = 1;
    }

    /** @param first the first sequence that was committed at that time */
    synchronized void committed(long first, long millis) {
        if (millis - times[size - 1] < INTERVAL_MILLIS) {
            return;
        }
        if (size == MAX_CHECKPOINTS) {
            thinOut();
        }
        sequences[size] = first;
        times[size++] = millis;
    }

    /** The time of the last checkpoint at or before the sequence, in milliseconds. */
    synchronized long time(long sequence) {
        int found = Arrays.binarySearch(sequences, 0, size, sequence);
        return times[found >= 0 ? found : Math.max(0, -found - 2)];
    }

    private void thinOut() {
        int half = size / 2;
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (i >= half || i % 2 == 0) {
                sequences[kept] = sequences[i];
                times[kept++] = times[i];
            }
        }
        size = kept;
    }
}
