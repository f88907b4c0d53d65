package dev.tidings.torture.store;

import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * The ledger of batches that the writer process has acked. It is kept in the parent process, which survives when the writer is
 * killed.
 */
final class BatchLedger {
    private final NavigableSet<Long> acked = new TreeSet<>();

    synchronized void ack(long batch) {
        acked.add(batch);
        notifyAll();
    }

    synchronized int size() {
        return acked.size();
    }

    synchronized NavigableSet<Long> acked() {
        return new TreeSet<>(acked);
    }

    /** Waits for more than this many acks, or until the writer has ended. */
    synchronized void awaitMoreThan(int count, Process writer) throws InterruptedException {
        while (acked.size() <= count && writer.isAlive()) {
            wait(50);
        }
    }
}
