package dev.tidings.log.rocksdb;

import java.util.function.Consumer;

/**
 * Rebuilds the queues when a log is opened: receives all record keys in sorted order, and reports each queue with its first sequence and
 * its number of records. Payloads stay on disk.
 */
final class Recovery implements Consumer<byte[]> {
    /** Receives each recovered queue. */
    interface RecoveredQueueSink {
        void queue(LogKey.QueueKey place, long first, int count);
    }

    private final RecoveredQueueSink found;
    private byte[] start;
    private int count;
    private long last;

    Recovery(RecoveredQueueSink found) {
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

    /** Ends the last queue and returns the highest sequence found; 0 if there is none. */
    long finish() {
        if (start != null) {
            found.queue(LogKey.queueKey(start), LogKey.sequence(start), count);
        }
        start = null;
        count = 0;
        return last;
    }
}
