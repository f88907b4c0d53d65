package dev.tidings.bench.service;

/** Numbers the notifications of a run, so that each is made once. */
final class Numbers {
    private long next;

    /** The first of so many that nobody has had. */
    long take(long count) {
        long first = next;
        next += count;
        return first;
    }

    /** How many were given out. */
    long taken() {
        return next;
    }
}
