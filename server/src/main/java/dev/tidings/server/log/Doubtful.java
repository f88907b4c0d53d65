package dev.tidings.server.log;

import java.util.Arrays;

/**
 * Sequences whose commit failed. They may be on disk or not; nobody was told that they are, no queue counts them, and whoever reads
 * a queue passes over them. If they are there after all, the next opening finds them.
 */
final class Doubtful {
    /** From, to, from, to, …: each from the first on, up to but without the second. Replaced, never changed. */
    private volatile long[] ranges = {};

    /** Called by the committer only, with rising sequences. */
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
