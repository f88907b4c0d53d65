package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Uninterruptibly;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.codec.ByteSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;

/**
 * Group commit: many writes share one fsync. One thread takes all waiting writes and commits them as one RocksDB batch. A second
 * thread then completes their futures, so that callbacks of the callers don't delay the next commit. While one group is being
 * synced the next one gathers; the higher the load, the larger the groups.
 */
final class GroupCommit implements AutoCloseable {
    /** Makes write images durable. */
    interface Commit {
        void commit(List<WriteImage> images) throws RocksDBException;
    }

    private static final int MAX_GROUP_BYTES = 4 << 20;
    private static final Pending END = new Pending(null, null);

    private final Commit store;
    private final CallGate gate;
    private final WriteClock writeClock;
    private final DiskRoom diskSpace;
    private final long maxPendingBytes;
    private final BlockingQueue<Pending> queue = new LinkedBlockingQueue<>();
    private final AtomicLong pendingBytes = new AtomicLong();
    private final ExecutorService acks = Executors.newSingleThreadExecutor(EngineThreads.named("tidings-acks"));
    private final Thread committer = EngineThreads.named("tidings-commit").newThread(this::run);

    /** The failure of the last commit, or null if it succeeded. */
    private volatile StoreException failed;

    /** A write image that waits for its commit, with the caller's future. */
    private record Pending(WriteImage image, CompletableFuture<Void> done) {}

    GroupCommit(Commit store, CallGate gate, WriteClock writeClock, DiskRoom diskSpace, long maxPendingBytes) {
        this.store = store;
        this.gate = gate;
        this.writeClock = writeClock;
        this.diskSpace = diskSpace;
        this.maxPendingBytes = maxPendingBytes;
        committer.start();
    }

    /**
     * Completes once the image is durable; fails immediately if it is refused. Must be called inside the gate, which is left when
     * the image has been committed or refused.
     */
    CompletableFuture<Void> submit(WriteImage image) {
        var refusal = diskSpace.refusal();
        if (refusal.isPresent()) {
            gate.leave();
            return CompletableFuture.failedFuture(refusal.get());
        }
        return submitUnchecked(image);
    }

    /** The same without the check of free disk space: for changes that free space. */
    CompletableFuture<Void> submitUnchecked(WriteImage image) {
        long before = pendingBytes.getAndAdd(image.bytes());
        // A batch larger than the limit is accepted when no other waits: otherwise it could never be written.
        if (before > 0 && before + image.bytes() > maxPendingBytes) {
            pendingBytes.addAndGet(-image.bytes());
            gate.leave();
            return CompletableFuture.failedFuture(new StoreException(
                    Reason.OVERLOADED,
                    before + " bytes are waiting to be written, the limit is " + maxPendingBytes + "; retry later"));
        }
        Pending pending = new Pending(image, new CompletableFuture<>());
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

    private void run() {
        List<Pending> group = new ArrayList<>();
        boolean more = true;
        while (more) {
            more = gather(group);
            if (!group.isEmpty()) {
                commit(List.copyOf(group));
                group.clear();
            }
        }
    }

    /** Waits for the first image, then takes all others that are waiting; false once the end marker has been reached. */
    private boolean gather(List<Pending> group) {
        int bytes = 0;
        try {
            Pending next = queue.take();
            while (next != null && next != END) {
                group.add(next);
                bytes += next.image().bytes();
                next = bytes < MAX_GROUP_BYTES ? queue.poll() : null;
            }
            return next != END;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the committer thread was interrupted", e);
        }
    }

    private void commit(List<Pending> group) {
        long bytes = 0;
        StoreException failure = null;
        try {
            List<WriteImage> images = new ArrayList<>(group.size() + 1);
            for (Pending pending : group) {
                bytes += pending.image().bytes();
                images.add(pending.image());
            }
            WriteImage time = new WriteImage(64);
            time.put(
                    0,
                    StoreMetadata.WRITE_TIME_KEY,
                    new ByteSink(8).putLong(writeClock.last()).toBytes());
            images.add(time);
            store.commit(images);
        } catch (RocksDBException e) {
            failure = new StoreException(
                    Reason.UNKNOWN_OUTCOME, "commit of " + group.size() + " writes failed: " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            failure = new StoreException(Reason.UNKNOWN_OUTCOME, "commit of " + group.size() + " writes failed", e);
        }
        failed = failure;
        pendingBytes.addAndGet(-bytes);
        gate.leave(group.size());
        acknowledge(group, failure);
    }

    private void acknowledge(List<Pending> group, StoreException failure) {
        acks.execute(() -> {
            for (Pending pending : group) {
                if (failure == null) {
                    pending.done().complete(null);
                } else {
                    pending.done().completeExceptionally(failure);
                }
            }
        });
    }

    /** Commits and acknowledges all accepted images, then stops. Must be called when nothing more can be submitted. */
    @Override
    public void close() {
        queue.add(END);
        Uninterruptibly.await(RocksEngine.THREADS_TIMEOUT, nanos -> {
            TimeUnit.NANOSECONDS.timedJoin(committer, nanos);
            return !committer.isAlive();
        });
        acks.shutdown();
        Uninterruptibly.await(RocksEngine.THREADS_TIMEOUT, nanos -> acks.awaitTermination(nanos, TimeUnit.NANOSECONDS));
    }
}
