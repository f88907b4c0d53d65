package dev.tidings.server.http;

/**
 * Iterates over the lines of an NDJSON body without copying: yields offset, length and number of each. Blank lines are skipped, but
 * numbered.
 */
final class NdjsonLines {
    private final byte[] bytes;
    private int next;
    private int from;
    private int to;
    private int number;

    NdjsonLines(byte[] bytes) {
        this.bytes = bytes;
    }

    /** False if there is no further line. */
    boolean next() {
        while (next < bytes.length) {
            number++;
            from = next;
            to = from;
            boolean blank = true;
            while (to < bytes.length && bytes[to] != '\n') {
                blank &= bytes[to] == ' ' || bytes[to] == '\t' || bytes[to] == '\r';
                to++;
            }
            next = to + 1;
            if (!blank) {
                return true;
            }
        }
        return false;
    }

    int offset() {
        return from;
    }

    int length() {
        return to - from;
    }

    /** The first is 1. */
    int number() {
        return number;
    }

    /** The number of lines that are not blank, counted up to a maximum. */
    static int count(byte[] bytes, int max) {
        NdjsonLines lines = new NdjsonLines(bytes);
        int count = 0;
        while (count < max && lines.next()) {
            count++;
        }
        return count;
    }
}
