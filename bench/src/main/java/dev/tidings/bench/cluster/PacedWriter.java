package dev.tidings.bench.cluster;

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
 * Writes at a steady pace from a thread of its own until it is told to stop, and keeps account of what was acked. Steady, because
 * as fast as possible would be over before the cluster has noticed that a node is gone.
 */
final class PacedWriter {
    private static final int IN_FLIGHT = 64;

    private final Engine engine;
    private final long first;
    private final double perSecond;
    private final boolean ackEarly;
    private final Semaphore free = new Semaphore(IN_FLIGHT);
    private final NavigableSet<Long> acked = new ConcurrentSkipListSet<>();
    private final Map<Long, Throwable> failures = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::run, "paced-writer");
    private volatile long least = Long.MAX_VALUE;
    private volatile long sent;

    /** @param ackEarly to break it on purpose: a write counts as acked although nobody knows yet */
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

    /** Ends it once it has sent this many at least, and waits for the answers. */
    void stopAfter(long atLeast) throws InterruptedException {
        least = atLeast;
        thread.join();
        free.acquire(IN_FLIGHT);
        free.release(IN_FLIGHT);
    }

    /** The numbers acked so far. */
    NavigableSet<Long> acked() {
        return new TreeSet<>(acked);
    }

    /** What the caller of each failed write was told. */
    Map<Long, Throwable> failures() {
        return failures;
    }

    long sent() {
        return sent;
    }

    private void run() {
        long start = System.nanoTime();
        for (long count = 0; count < least; count++) {
            long due = start + (long) (count / perSecond * TimeUnit.SECONDS.toNanos(1));
            long early = due - System.nanoTime();
            if (early > 0) {
                LockSupport.parkNanos(early);
            }
            free.acquireUninterruptibly();
            send(first + count);
            sent = count + 1;
        }
    }

    private void send(long number) {
        CompletableFuture<Void> written;
        try {
            written = engine.write(ClusterTables.write(number));
        } catch (RuntimeException refused) {
            // An answer like any other. Thrown on, it would end the thread and leave whoever waits for it waiting.
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
            free.release();
        });
    }
}
