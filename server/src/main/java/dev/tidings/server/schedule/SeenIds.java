package dev.tidings.server.schedule;

import java.time.Instant;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The ids of the rows that a sweep has read, by second of the due time, so that a {@link LateRowScan} can tell new rows. A second with very
 * many rows keeps only a checksum: if a later scan has another one, all its rows are sent again, marked as redelivered.
 */
final class SeenIds {
    private final int maxIds;
    private final NavigableMap<Long, Second> seconds = new TreeMap<>();

    /** The rows of one second: their ids, null if there are too many, and their checksum. */
    private static final class Second {
        private IdSet ids = new IdSet();
        private final Sum sum = new Sum();
    }

    /** An order-independent checksum of rows. */
    private static final class Sum {
        private long rows;
        private long high;
        private long low;

        void add(DueRow due) {
            rows++;
            high += mix(high(due));
            low += mix(low(due));
        }

        boolean same(Sum other) {
            return rows == other.rows && high == other.high && low == other.low;
        }
    }

    /** The comparison of a repeated scan with the first, for one second. */
    final class SecondCheck {
        private final long second;
        private final Sum found = new Sum();

        private SecondCheck(long second) {
            this.second = second;
        }

        /** Whether the row is certainly new. */
        boolean isNew(DueRow due) {
            found.add(due);
            Second before = seconds.get(second);
            return before == null || before.ids != null && !before.ids.contains(high(due), low(due));
        }

        /** At the end of the second: whether there is a new row among the uncertain ones. */
        boolean hasHiddenRow() {
            Second before = seconds.get(second);
            return before != null && before.ids == null && !before.sum.same(found);
        }
    }

    /** @param maxIds how many ids are kept per second */
    SeenIds(int maxIds) {
        this.maxIds = maxIds;
    }

    /** False if it was added before. For a second that keeps only a checksum this is unknown, and the result is true. */
    boolean add(DueRow due) {
        Second second = seconds.computeIfAbsent(second(due.at()), key -> new Second());
        if (second.ids != null && !second.ids.add(high(due), low(due))) {
            return false;
        }
        second.sum.add(due);
        if (second.ids != null && second.ids.size() > maxIds) {
            second.ids = null;
        }
        return true;
    }

    /** Whether it is known which rows of this second were added. */
    boolean isExact(Instant at) {
        Second second = seconds.get(second(at));
        return second == null || second.ids != null;
    }

    SecondCheck check(Instant at) {
        return new SecondCheck(second(at));
    }

    /** Forgets a second: its rows are sent again and counted anew. */
    void forget(Instant at) {
        seconds.remove(second(at));
    }

    /** Forgets seconds that will not be scanned again. */
    void forgetBefore(Instant time) {
        seconds.headMap(second(time)).clear();
    }

    static long second(Instant at) {
        return Math.floorDiv(at.toEpochMilli(), 1_000L);
    }

    /** The key of a row differs after it was moved away and back. */
    private static long high(DueRow due) {
        return due.id().getMostSignificantBits()
                ^ mix((long) due.version() << 48 ^ due.at().toEpochMilli());
    }

    private static long low(DueRow due) {
        return due.id().getLeastSignificantBits();
    }

    /** Mixes bits, so that consecutive ids are spread over the slots and the sums. */
    static long mix(long bits) {
        long z = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
