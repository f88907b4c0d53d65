package dev.tidings.server.log;

import java.util.function.Consumer;

/** Makes queues of the keys that are found when a log is opened. They come in their order, so each queue comes in one run. */
final class Recovery implements Consumer<byte[]> {
    /** Where a queue goes that was found. */
    interface Found {
        void queue(LogKey.Place place, long first, int count);
    }

    private final Found found;
    private byte[] start;
    private int count;
    private long last;

    Recovery(Found found) {
        this.found = found;
    }

    @Override
    public void accept(byte[] key) {
        if (start == null || !LogKey.sameQueue(key, start)) {
            finish();
            start = key;
        }
        count++;
        last = Math.max(last, LogKey.sequence(key));
    }

    /** Ends the last queue, and says which is the highest sequence of all; 0 if there is none. */
    long finish() {
        if (start != null) {
            found.queue(LogKey.place(start), LogKey.sequence(start), count);
        }
        start = null;
        count = 0;
        return last;
    }
}
