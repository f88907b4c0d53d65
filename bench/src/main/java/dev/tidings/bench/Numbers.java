package dev.tidings.bench;

/** Numbers what a run makes, so that each is made once. */
public final class Numbers {
    private long next;

    /** The first of so many that nobody has had. */
    public long take(long count) {
        long first = next;
        next += count;
        return first;
    }

    /** How many were given out. */
    public long taken() {
        return next;
    }
}
