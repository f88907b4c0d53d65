package dev.tidings.server.edge;

/** The lines of NDJSON, found one after the other without copying. Blank ones are passed over, but count as lines. */
final class Lines {
    private final byte[] bytes;
    private int next;
    private int from;
    private int to;
    private int number;

    Lines(byte[] bytes) {
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

    int from() {
        return from;
    }

    int length() {
        return to - from;
    }

    /** The first is 1. */
    int number() {
        return number;
    }

    /** How many lines are not blank, counted no further than needed. */
    static int count(byte[] bytes, int enough) {
        Lines lines = new Lines(bytes);
        int count = 0;
        while (count < enough && lines.next()) {
            count++;
        }
        return count;
    }
}
