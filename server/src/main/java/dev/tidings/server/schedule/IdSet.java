package dev.tidings.server.schedule;

/**
 * A set of 128-bit ids with open addressing in one array, used by {@link SeenIds}. It takes a quarter of the memory of a set of objects.
 */
final class IdSet {
    private static final int FIRST_SLOTS = 16;

    /** Pairs of high and low; both zero is an empty slot. */
    private long[] slots = new long[2 * FIRST_SLOTS];

    private int size;
    private boolean hasZero;

    int size() {
        return size;
    }

    boolean contains(long high, long low) {
        if (high == 0 && low == 0) {
            return hasZero;
        }
        int at = slot(slots, high, low);
        return slots[at] != 0 || slots[at + 1] != 0;
    }

    /** False if it was already present. */
    boolean add(long high, long low) {
        if (high == 0 && low == 0) {
            boolean added = !hasZero;
            hasZero = true;
            size += added ? 1 : 0;
            return added;
        }
        int at = slot(slots, high, low);
        if (slots[at] != 0 || slots[at + 1] != 0) {
            return false;
        }
        slots[at] = high;
        slots[at + 1] = low;
        size++;
        if (size > slots.length / 2 * 5 / 8) {
            grow();
        }
        return true;
    }

    private void grow() {
        long[] larger = new long[2 * slots.length];
        for (int i = 0; i < slots.length; i += 2) {
            if (slots[i] != 0 || slots[i + 1] != 0) {
                int at = slot(larger, slots[i], slots[i + 1]);
                larger[at] = slots[i];
                larger[at + 1] = slots[i + 1];
            }
        }
        slots = larger;
    }

    /** The index of the id, or of the empty slot where it belongs. Lengths are powers of two. */
    private static int slot(long[] slots, long high, long low) {
        int mask = slots.length - 2;
        long mixed = SeenIds.mix(high ^ Long.rotateLeft(low, 32));
        int at = (int) mixed << 1 & mask;
        while ((slots[at] != high || slots[at + 1] != low) && (slots[at] != 0 || slots[at + 1] != 0)) {
            at = at + 2 & mask;
        }
        return at;
    }
}
