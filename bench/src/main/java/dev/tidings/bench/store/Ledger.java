package dev.tidings.bench.store;

import java.util.NavigableSet;
import java.util.TreeSet;

/** What the writers said was acked, kept in a process that is not killed. */
final class Ledger {
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

    /** Waits until there are more than this many, or the writer has ended. */
    synchronized void awaitMoreThan(int count, Process writer) throws InterruptedException {
        while (acked.size() <= count && writer.isAlive()) {
            wait(50);
        }
    }
}
