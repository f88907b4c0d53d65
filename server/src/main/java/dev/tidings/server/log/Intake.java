package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What waits to be committed: appends, which are due at once, and deletes, which wait a little for an append to go with. */
final class Intake {
    private static final int MAX_GROUP_BYTES = 4 << 20;
    private static final int MANY_DELETE_BYTES = 1 << 20;
    private static final long DELETES_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long AFTER_FAILURE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Whoever sends one after the other waits for nobody; where many send at once, others are about to. */
    private static final int MANY_APPENDS = 4;
    /** A sync costs the processor as much as several records do: no more of them than this while many send at once. */
    private static final long BETWEEN_GROUPS_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /**
     * Entries to be appended together, and who wants to know.
     *
     * @param beside what else is to be changed with them
     */
    record Append(List<LogEntry> entries, BatchImage beside, long bytes, CompletableFuture<Void> durable) {
        Append(List<LogEntry> entries, long bytes) {
            this(entries, new BatchImage(0), bytes, new CompletableFuture<>());
        }

        Append(BatchImage change) {
            this(List.of(), change, change.bytes(), new CompletableFuture<>());
        }
    }

    /** What is committed together. */
    record Group(List<Append> appends, List<BatchImage> deletes, boolean last) {}

    private final long maxPendingBytes;
    private final ArrayDeque<Append> appends = new ArrayDeque<>();
    private List<BatchImage> deletes = new ArrayList<>();
    private long deleteBytes;
    private long deletesDueAt;

    /** Of appends that wait and of those under way. */
    private long pendingBytes;

    private boolean closed;
    /** Whether the next group is only waited with, so that nobody has to say that there is more for it. */
    private boolean gathering;

    private int lastAppends;
    private long lastTakenAt = System.nanoTime();

    Intake(long maxPendingBytes) {
        this.maxPendingBytes = maxPendingBytes;
    }

    /** Takes it, or says why not. */
    synchronized Optional<LogException> offer(Append append) {
        if (closed) {
            return Optional.of(new LogException(Reason.CLOSED, "the log is closed"));
        }
        // One larger than the bound is taken when nothing else waits: refusing it for ever would help nobody.
        if (pendingBytes > 0 && pendingBytes + append.bytes() > maxPendingBytes) {
            return Optional.of(new LogException(
                    Reason.OVERLOADED,
                    pendingBytes + " bytes are waiting to be written, the bound is " + maxPendingBytes
                            + "; try again later"));
        }
        pendingBytes += append.bytes();
        appends.add(append);
        if (!gathering) {
            notifyAll();
        }
        return Optional.empty();
    }

    /** Takes deletes. After the end they are dropped: the records will come again, as after a crash. */
    synchronized void delete(BatchImage keys) {
        addDeletes(List.of(keys), DELETES_WAIT_NANOS);
    }

    /**
     * They could not be committed: once more after a pause, unless an append comes before. If there are none, then with nothing, so
     * that it shows when it works again even if nobody appends: whoever asks a sick node first gives it up.
     */
    synchronized void tryAgain(List<BatchImage> keys) {
        addDeletes(keys.isEmpty() ? List.of(new BatchImage(0)) : keys, AFTER_FAILURE_NANOS);
    }

    private void addDeletes(List<BatchImage> keys, long waitNanos) {
        if (deletes.isEmpty()) {
            deletesDueAt = System.nanoTime() + waitNanos;
        }
        deletes.addAll(keys);
        keys.forEach(each -> deleteBytes += each.bytes());
        notifyAll();
    }

    /** Waits until something is due; the last group comes after the end, and may be empty. */
    synchronized Group next() throws InterruptedException {
        while (appends.isEmpty() && !closed) {
            long left = deletesDueAt - System.nanoTime();
            if (deletes.isEmpty()) {
                wait();
            } else if (left > 0 && deleteBytes < MANY_DELETE_BYTES) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } else {
                break;
            }
        }
        gatherMore();
        List<Append> group = new ArrayList<>();
        long bytes = 0;
        while (!appends.isEmpty() && bytes < MAX_GROUP_BYTES) {
            bytes += appends.peek().bytes();
            group.add(appends.remove());
        }
        List<BatchImage> done = deletes;
        deletes = new ArrayList<>();
        deleteBytes = 0;
        return new Group(group, done, closed && appends.isEmpty());
    }

    private void gatherMore() throws InterruptedException {
        gathering = true;
        long end = lastTakenAt + BETWEEN_GROUPS_NANOS;
        long left = end - System.nanoTime();
        while (left > 0 && lastAppends >= MANY_APPENDS && !closed && pendingBytes < MAX_GROUP_BYTES) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = end - System.nanoTime();
        }
        gathering = false;
        lastAppends = appends.size();
        lastTakenAt = System.nanoTime();
    }

    /** These have been committed, or have failed. */
    synchronized void ended(List<Append> group) {
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
