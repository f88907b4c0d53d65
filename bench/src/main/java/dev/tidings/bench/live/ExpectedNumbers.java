package dev.tidings.bench.live;

/** Tracks the arrival of a range of consecutively numbered notifications; ignores duplicates and counts the missing. */
final class ExpectedNumbers {
    private final long first;
    private final boolean[] arrived;
    private int missing;

    ExpectedNumbers(long first, int count) {
        this.first = first;
        arrived = new boolean[count];
        missing = count;
    }

    /** The index within the range; negative if the number is not expected or has arrived before. */
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
