package dev.tidings.torture.cluster;

import dev.tidings.widecolumn.Engine;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes at a steady rate from its own thread until stopped, and records which writes were acked. Writing as fast as possible would finish
 * before the cluster notices that a node is down.
 */
final class PacedWriter {
    private static final int IN_FLIGHT = 64;

    private final Engine engine;
    private final long first;
    private final double perSecond;
    private final boolean ackEarly;
    private final Semaphore permits = new Semaphore(IN_FLIGHT);
    private final NavigableSet<Long> acked = new ConcurrentSkipListSet<>();
    private final Map<Long, Throwable> failures = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::run, "paced-writer");
    private volatile long minimum = Long.MAX_VALUE;
    private volatile long sent;

    /** @param ackEarly breaks it on purpose: a write counts as acked before its outcome is known */
    PacedWriter(Engine engine, long first, double perSecond, boolean ackEarly) {
        this.engine = engine;
        this.first = first;
        this.perSecond = perSecond;
        this.ackEarly = ackEarly;
    }

    PacedWriter start() {
        thread.start();
        return this;
    }

    /** Stops after at least this many writes, and waits for the answers. */
    void stopAfter(long atLeast) throws InterruptedException {
        minimum = atLeast;
        thread.join();
        permits.acquire(IN_FLIGHT);
        permits.release(IN_FLIGHT);
    }

    /** The numbers acked so far. */
    NavigableSet<Long> acked() {
        return new TreeSet<>(acked);
    }

    /** The failure of each failed write. */
    Map<Long, Throwable> failures() {
        return failures;
    }

    long sent() {
        return sent;
    }

    private void run() {
        long start = System.nanoTime();
        for (long count = 0; count < minimum; count++) {
            long due = start + (long) (count / perSecond * TimeUnit.SECONDS.toNanos(1));
            long early = due - System.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(early);
            }
            permits.acquireUninterruptibly();
            send(first + count);
            sent = count + 1;
        }
    }

    private void send(long number) {
        CompletableFuture<Void> written;
        try {
            written = engine.write(ClusterTables.write(number));
        } catch (RuntimeException refused) {
            // Counts like any other failure. Rethrown, it would end the thread and block its waiter forever.
            written = CompletableFuture.failedFuture(refused);
        }
        if (ackEarly) {
            acked.add(number);
        }
        written.whenComplete((ok, failure) -> {
            if (failure == null) {
                acked.add(number);
            } else {
                failures.put(number, failure);
            }
            permits.release();
        });
    }
}
