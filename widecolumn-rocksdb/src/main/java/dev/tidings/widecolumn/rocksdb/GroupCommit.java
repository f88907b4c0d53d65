package dev.tidings.widecolumn.rocksdb;

import dev.tidings.rocksdb.CommitThreads;
import dev.tidings.rocksdb.DiskSpaceGuard;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.codec.ByteSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.rocksdb.RocksDBException;

/**
 * Group commit: many writes share one fsync. A commit thread takes all waiting writes, commits them as one RocksDB batch and has their
 * futures completed ({@link CommitThreads}); a caller that waits for its own write commits it itself while nothing else is waiting. The log shares these threads, but not the queue: here every write is due at once, and a group
 * is all that has gathered during the last fsync. The log delays deletes and spaces its groups.
 */
final class GroupCommit implements AutoCloseable {
    /** The database behind the commits. */
    interface Store {
        /** Writes the changes as one batch. With {@code sync} they and all before them have the configured durability. */
        void commit(List<WriteBatchBuffer> changes, boolean sync) throws RocksDBException;

        /** Gives all changes committed so far the configured durability. */
        void sync() throws RocksDBException;
    }

    private static final int MAX_GROUP_BYTES = 4 << 20;
    private static final Pending END = new Pending(null, null);

    private final Store store;
    private final CallGate gate;
    private final WriteClock writeClock;
    private final DiskSpaceGuard diskSpace;
    private final long maxPendingBytes;
    private final BlockingQueue<Pending> queue = new LinkedBlockingQueue<>();
    private final AtomicLong pendingBytes = new AtomicLong();
    /** Held by the thread that commits: the commit thread, or a caller that waits for its own write. */
    private final ReentrantLock committing = new ReentrantLock();

    private final CommitThreads threads = new CommitThreads("tidings", this::commitNext);

    /** The failure of the last commit, or null if it succeeded. */
    private volatile StoreException failed;

    /** Changes that wait for their commit, with the caller's future. */
    private record Pending(WriteBatchBuffer changes, CompletableFuture<Void> done) {}

    GroupCommit(Store store, CallGate gate, WriteClock writeClock, DiskSpaceGuard diskSpace, long maxPendingBytes) {
        this.store = store;
        this.gate = gate;
        this.writeClock = writeClock;
        this.diskSpace = diskSpace;
        this.maxPendingBytes = maxPendingBytes;
        threads.start();
    }

    /**
     * Completes once the changes are durable; fails immediately if they are refused. Must be called inside the gate, which is left when
     * the changes have been committed or refused.
     */
    CompletableFuture<Void> submit(WriteBatchBuffer changes) {
        var shortage = diskSpace.shortage();
        if (shortage.isPresent()) {
            gate.leave();
            return CompletableFuture.failedFuture(RocksErrors.diskFull(shortage.get()));
        }
        return submitUnchecked(changes);
    }

    /**
     * The same for a caller that waits for the result: if no other write is waiting or being committed, its thread commits, and the future
     * is complete. That saves waking the commit thread and being woken by it.
     */
    CompletableFuture<Void> commitHere(WriteBatchBuffer changes) {
        if (threads.isOwnThread()) {
            gate.leave();
            throw new IllegalStateException("a callback of a write waits for another write, which can't be committed");
        }
        if (!queue.isEmpty() || committing.hasQueuedThreads() || !committing.tryLock()) {
            return submit(changes);
        }
        try {
            return commitNow(changes, true);
        } finally {
            committing.unlock();
        }
    }

    /**
     * Commits without fsync, on the calling thread: the changes are durable after {@link #sync}, or with the next durable commit. There is
     * no fsync to share with others, so it does not wait for a group.
     */
    CompletableFuture<Void> commitUnsynced(WriteBatchBuffer changes) {
        committing.lock();
        try {
            return commitNow(changes, false);
        } finally {
            committing.unlock();
        }
    }

    private CompletableFuture<Void> commitNow(WriteBatchBuffer changes, boolean sync) {
        var shortage = diskSpace.shortage();
        if (shortage.isPresent()) {
            gate.leave();
            return CompletableFuture.failedFuture(RocksErrors.diskFull(shortage.get()));
        }
        pendingBytes.addAndGet(changes.bytes());
        StoreException failure = commit(List.of(changes), changes.bytes(), sync);
        return failure == null ? CompletableFuture.completedFuture(null) : CompletableFuture.failedFuture(failure);
    }

    /** Makes all commits so far durable. */
    void sync() {
        try {
            store.sync();
        } catch (RocksDBException e) {
            failed = new StoreException(Reason.UNKNOWN_OUTCOME, "sync failed: " + e.getMessage(), e);
            throw failed;
        }
    }

    /** The same without the check of free disk space: for changes that free space. */
    CompletableFuture<Void> submitUnchecked(WriteBatchBuffer changes) {
        long before = pendingBytes.getAndAdd(changes.bytes());
        // A batch larger than the limit is accepted when no other waits: otherwise it could never be written.
        if (before > 0 && before + changes.bytes() > maxPendingBytes) {
            pendingBytes.addAndGet(-changes.bytes());
            gate.leave();
            return CompletableFuture.failedFuture(new StoreException(
                    Reason.OVERLOADED,
                    before + " bytes are waiting to be written, the limit is " + maxPendingBytes + "; retry later"));
        }
        Pending pending = new Pending(changes, new CompletableFuture<>());
        queue.add(pending);
        return pending.done();
    }

    /**
     * A description of the problem if the last commit failed. RocksDB recovers from some failures by itself and from others
     * never.
     */
    Optional<String> problem() {
        return Optional.ofNullable(failed)
                .map(failure -> "the last " + failure.getMessage()
                        + "; if this persists, the engine must be closed and opened again");
    }

    /** Waits for the first write, then takes all others that are waiting; false once the end marker has been reached. */
    private boolean commitNext() throws InterruptedException {
        List<Pending> group = new ArrayList<>();
        long bytes = 0;
        StoreException failure;
        Pending next = queue.take();
        committing.lock();
        try {
            while (next != null && next != END) {
                group.add(next);
                bytes += next.changes().bytes();
                next = bytes < MAX_GROUP_BYTES ? queue.poll() : null;
            }
            List<WriteBatchBuffer> changes =
                    group.stream().map(Pending::changes).toList();
            failure = group.isEmpty() ? null : commit(changes, bytes, true);
        } finally {
            committing.unlock();
        }
        threads.acknowledge(group, bytes, Pending::done, failure);
        return next != END;
    }

    /** Commits the changes of a group and leaves the gate for each. Returns the failure, or null. */
    private StoreException commit(List<WriteBatchBuffer> group, long bytes, boolean sync) {
        StoreException failure = null;
        try {
            List<WriteBatchBuffer> changes = new ArrayList<>(group);
            WriteBatchBuffer time = new WriteBatchBuffer(64);
            time.put(
                    0,
                    StoreMetadata.WRITE_TIME_KEY,
                    new ByteSink(8).putLong(writeClock.last()).toBytes());
            changes.add(time);
            store.commit(changes, sync);
        } catch (RocksDBException e) {
            failure = new StoreException(
                    Reason.UNKNOWN_OUTCOME, "commit of " + group.size() + " writes failed: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            failure = new StoreException(Reason.UNKNOWN_OUTCOME, "commit of " + group.size() + " writes failed", e);
        }
        failed = failure;
        pendingBytes.addAndGet(-bytes);
        gate.leave(group.size());
        return failure;
    }

    /** Commits and acknowledges all accepted changes, then stops. Must be called when nothing more can be submitted. */
    @Override
    public void close() {
        queue.add(END);
        threads.close(RocksEngine.THREADS_TIMEOUT);
    }
}
