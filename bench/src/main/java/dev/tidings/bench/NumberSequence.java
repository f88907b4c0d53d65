package dev.tidings.bench;

/** A sequence of unique numbers for the items of a run. */
public final class NumberSequence {
    private long next;

    /** Reserves a range of this length and returns its first number. */
    public long reserve(long count) {
        long first = next;
        next += count;
        return first;
    }

    /** The count of numbers reserved so far. */
    public long reserved() {
        return next;
    }
}
