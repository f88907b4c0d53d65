package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.rocksdb.WriteBatchBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The queue in front of the {@link Committer}: appends, and deletes of acknowledged records from the {@link DeleteQueue}. Both are due at
 * once. Refuses appends beyond a limit of pending bytes.
 */
final class CommitQueue {
    private static final int MAX_GROUP_BYTES = 4 << 20;
    private static final long RETRY_DELAY_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** From this many appends in a group on, the next group waits for more; a single sequential writer never waits. */
    private static final int MIN_APPENDS_TO_GATHER = 4;
    /** An fsync costs as much CPU as several records: the minimum interval between groups while there are many writers. */
    private static final long GROUP_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Entries to be appended together, and the future of their commit. */
    record PendingAppend(List<LogEntry> entries, long bytes, CompletableFuture<Void> durable) {
        PendingAppend(List<LogEntry> entries, long bytes) {
            this(entries, bytes, new CompletableFuture<>());
        }
    }

    /** The appends and deletes of one commit. */
    record CommitGroup(List<PendingAppend> appends, List<WriteBatchBuffer> deletes, boolean last) {
        /** The size of its appends. */
        long bytes() {
            return appends.stream().mapToLong(PendingAppend::bytes).sum();
        }
    }

    private final long maxPendingBytes;
    private final LongSupplier nanos;
    private final ArrayDeque<PendingAppend> appends = new ArrayDeque<>();
    private List<WriteBatchBuffer> deletes = new ArrayList<>();
    /** After a failure, deletes wait at least until then. */
    private long deletesBlockedUntil;

    /** The size of the queued appends and of those in flight. */
    private long pendingBytes;

    private boolean closed;
    /** Whether the committer only waits to grow the next group; then new appends need not wake it. */
    private boolean gathering;

    private int lastAppends;
    private long lastTakenAt;

    CommitQueue(long maxPendingBytes) {
        this(maxPendingBytes, System::nanoTime);
    }

    /** @param nanos a monotonic clock */
    CommitQueue(long maxPendingBytes, LongSupplier nanos) {
        this.maxPendingBytes = maxPendingBytes;
        this.nanos = nanos;
        this.lastTakenAt = nanos.getAsLong();
        this.deletesBlockedUntil = lastTakenAt;
    }

    /** The size of the queued appends and of those in flight. */
    synchronized long pendingBytes() {
        return pendingBytes;
    }

    /** Queues an append, or returns the reason of the refusal. */
    synchronized Optional<LogException> offer(PendingAppend append) {
        if (closed) {
            return Optional.of(new LogException(Reason.CLOSED, "the log is closed"));
        }
        // An append larger than the limit is accepted when the queue is empty: otherwise it could never be accepted.
        if (pendingBytes > 0 && pendingBytes + append.bytes() > maxPendingBytes) {
            return Optional.of(new LogException(
                    Reason.OVERLOADED,
                    pendingBytes + " bytes are waiting to be written, the limit is " + maxPendingBytes
                            + "; try again later"));
        }
        pendingBytes += append.bytes();
        appends.add(append);
        if (!gathering) {
            notifyAll();
        }
        return Optional.empty();
    }

    /** Queues deletes. After close they are dropped: the records are redelivered, as after a crash. */
    synchronized void delete(List<WriteBatchBuffer> keys) {
        deletes.addAll(keys);
        notifyAll();
    }

    /**
     * Queues the deletes of a failed commit again: they are retried after a pause. Without deletes an empty batch
     * is queued, so that the log finds out that it has recovered even if no append comes: load balancers stop sending to an unhealthy node.
     */
    synchronized void retry(List<WriteBatchBuffer> keys) {
        deletesBlockedUntil = nanos.getAsLong() + RETRY_DELAY_NANOS;
        delete(keys.isEmpty() ? List.of(new WriteBatchBuffer(0)) : keys);
    }

    /** Waits until something is due. The last group follows close and may be empty. */
    synchronized CommitGroup next() throws InterruptedException {
        while (appends.isEmpty() && !closed && !deletesAreDue()) {
            awaitWork();
        }
        gatherMore();
        List<PendingAppend> group = new ArrayList<>();
        long bytes = 0;
        while (!appends.isEmpty() && bytes < MAX_GROUP_BYTES) {
            bytes += appends.peek().bytes();
            group.add(appends.remove());
        }
        boolean last = closed && appends.isEmpty();
        return new CommitGroup(group, last || deletesAreDue() ? takeDeletes() : List.of(), last);
    }

    private List<WriteBatchBuffer> takeDeletes() {
        List<WriteBatchBuffer> taken = deletes;
        deletes = new ArrayList<>();
        return taken;
    }

    private boolean deletesAreDue() {
        return !deletes.isEmpty() && deletesBlockedUntil - nanos.getAsLong() <= 0;
    }

    private void awaitWork() throws InterruptedException {
        if (deletes.isEmpty()) {
            wait();
        } else {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, deletesBlockedUntil - nanos.getAsLong()));
        }
    }

    private void gatherMore() throws InterruptedException {
        gathering = true;
        long end = lastTakenAt + GROUP_INTERVAL_NANOS;
        long left = end - nanos.getAsLong();
        while (left > 0 && lastAppends >= MIN_APPENDS_TO_GATHER && !closed && pendingBytes < MAX_GROUP_BYTES) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - nanos.getAsLong();
        }
        gathering = false;
        lastAppends = appends.size();
        lastTakenAt = nanos.getAsLong();
    }

    /** Releases the bytes of appends that were committed or have failed. */
    synchronized void release(List<PendingAppend> group) {
        group.forEach(append -> pendingBytes -= append.bytes());
    }

    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }
}
