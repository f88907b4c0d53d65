package dev.tidings.bench.live;

/** Numbers of notifications that follow one another, each of which is to arrive. */
final class Expected {
    private final long first;
    private final boolean[] arrived;
    private int missing;

    Expected(long first, int count) {
        this.first = first;
        arrived = new boolean[count];
        missing = count;
    }

    /** Its place among the expected; negative if it is not expected, or has arrived before. */
    int arrived(long number) {
        long at = number - first;
        if (at < 0 || at >= arrived.length || arrived[(int) at]) {
            return -1;
        }
        arrived[(int) at] = true;
        missing--;
        return (int) at;
    }

    int missing() {
        return missing;
    }
}
