package dev.tidings.bench;

/** Hands out ranges of consecutive numbers, so that each notification or row of a benchmark run has a number of its own. */
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
