package dev.tidings.server.schedule;

import java.time.Instant;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Which rows were read to be sent, second by second, as long as their bucket is looked at again. A second with very many of them
 * keeps only their sum: if a later look adds up to the same, there is nothing new in it, and otherwise all of it is sent again, as
 * repeated.
 */
final class Taken {
    private final int mostIds;
    private final NavigableMap<Long, Second> seconds = new TreeMap<>();

    private static final class Second {
        private IdSet ids = new IdSet();
        private final Sum sum = new Sum();
    }

    /** Of any number of rows, in any order. */
    private static final class Sum {
        private long rows;
        private long high;
        private long low;

        void add(Due due) {
            rows++;
            high += mixed(high(due));
            low += mixed(low(due));
        }

        boolean same(Sum other) {
            return rows == other.rows && high == other.high && low == other.low;
        }
    }

    /** What a later look has seen of a second so far. */
    final class Look {
        private final long second;
        private final Sum found = new Sum();

        private Look(long second) {
            this.second = second;
        }

        /** Whether the row is certainly new. */
        boolean isNew(Due due) {
            found.add(due);
            Second before = seconds.get(second);
            return before == null || before.ids != null && !before.ids.contains(high(due), low(due));
        }

        /** At the end: whether there is something new among those of which it was not certain. */
        boolean hidesSomething() {
            Second before = seconds.get(second);
            return before != null && before.ids == null && !before.sum.same(found);
        }
    }

    /** @param mostIds of how many rows in a second each is remembered */
    Taken(int mostIds) {
        this.mostIds = mostIds;
    }

    /** False if it was taken before. Of a second with very many of them it can't be told, and it is true. */
    boolean add(Due due) {
        Second second = seconds.computeIfAbsent(second(due.at()), key -> new Second());
        if (second.ids != null && !second.ids.add(high(due), low(due))) {
            return false;
        }
        second.sum.add(due);
        if (second.ids != null && second.ids.size() > mostIds) {
            second.ids = null;
        }
        return true;
    }

    /** Whether it can be told if a row of this second was taken. */
    boolean certain(Instant at) {
        Second second = seconds.get(second(at));
        return second == null || second.ids != null;
    }

    Look look(Instant at) {
        return new Look(second(at));
    }

    /** What is sent again is counted anew. */
    void forget(Instant at) {
        seconds.remove(second(at));
    }

    /** Nobody will look at earlier ones again. */
    void forgetBefore(Instant time) {
        seconds.headMap(second(time)).clear();
    }

    static long second(Instant at) {
        return Math.floorDiv(at.toEpochMilli(), 1_000L);
    }

    /** Of a row: another one if it was moved away and back. */
    private static long high(Due due) {
        return due.id().getMostSignificantBits()
                ^ mixed((long) due.version() << 48 ^ due.at().toEpochMilli());
    }

    private static long low(Due due) {
        return due.id().getLeastSignificantBits();
    }

    /** Numbers that were made one after the other must not lie, or add up, next to each other. */
    static long mixed(long bits) {
        long z = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }
}
