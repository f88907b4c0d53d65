package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.widecolumn.Uninterruptibly;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.rocksdb.RocksDBException;

/**
 * Group commit: one thread takes all pending appends, assigns sequences, writes them as one RocksDB batch with one fsync, and publishes
 * them to the consumers. A second thread completes the futures, so that callbacks of callers do not delay the next commit. While one group
 * is being synced, the next one gathers.
 */
final class Committer {
    /** Writes a batch; {@code sync} decides whether an fsync makes it durable or the operating system flushes it later. */
    interface BatchWriter {
        void commit(BatchImage image, boolean sync) throws RocksDBException;
    }

    /** Receives the entries of a commit, durable or failed, with the sequence of the first. */
    interface CommitListener {
        void durable(long first, List<LogEntry> entries);

        void failed(long first, List<LogEntry> entries);
    }

    private final BatchWriter store;
    private final CommitQueue commitQueue;
    private final CommitListener outcome;
    private final ExecutorService acks = Executors.newSingleThreadExecutor(task -> daemon(task, "tidings-log-acks"));
    private final Thread thread = daemon(this::run, "tidings-log-commit");
    private long nextSequence;

    /** The failure of the last commit; null after a success. */
    private volatile LogException failed;

    Committer(BatchWriter store, CommitQueue commitQueue, long nextSequence, CommitListener outcome) {
        this.store = store;
        this.commitQueue = commitQueue;
        this.nextSequence = nextSequence;
        this.outcome = outcome;
        thread.start();
    }

    /** The failure of the last commit, if it failed. RocksDB recovers from some failures by itself and from others never. */
    Optional<String> problem() {
        return Optional.ofNullable(failed)
                .map(failure ->
                        "the last " + failure.getMessage() + "; if this persists, the log must be closed and reopened");
    }

    private void run() {
        try {
            CommitQueue.CommitGroup group;
            do {
                group = commitQueue.next();
                if (!group.appends().isEmpty() || !group.deletes().isEmpty()) {
                    commit(group);
                }
            } while (!group.last());
        } catch (InterruptedException e) {
            throw new IllegalStateException("the committer thread was interrupted", e);
        }
    }

    private void commit(CommitQueue.CommitGroup group) {
        long first = nextSequence;
        List<LogEntry> entries = new ArrayList<>();
        group.appends().forEach(append -> entries.addAll(append.entries()));
        LogException failure = null;
        try {
            // A lost delete only causes a redelivery, which is not worth an fsync, unless no commit follows or this one
            // probes whether the store accepts writes again.
            boolean sync = !group.appends().isEmpty() || group.last() || failed != null;
            store.commit(image(group, entries), sync);
        } catch (RocksDBException | RuntimeException | Error e) {
            failure = new LogException(
                    Reason.FAILED,
                    "commit of " + entries.size() + " records and "
                            + group.deletes().size() + " batches of deletes failed: " + e.getMessage(),
                    e);
        }
        failed = failure;
        commitQueue.release(group.appends());
        if (failure == null) {
            outcome.durable(first, entries);
        } else {
            // Skips the sequences even if nothing was written: a record that may be there must not be overwritten.
            nextSequence = first + entries.size();
            outcome.failed(first, entries);
            commitQueue.retry(group.deletes());
        }
        acknowledge(group.appends(), failure);
    }

    private BatchImage image(CommitQueue.CommitGroup group, List<LogEntry> entries) {
        long bytes = 64;
        for (CommitQueue.PendingAppend append : group.appends()) {
            bytes += append.bytes();
        }
        for (BatchImage keys : group.deletes()) {
            bytes += keys.bytes();
        }
        BatchImage image = new BatchImage(Math.toIntExact(bytes));
        group.deletes().forEach(image::append);
        group.appends().forEach(append -> image.append(append.extraChanges()));
        for (LogEntry entry : entries) {
            image.put(entry, nextSequence++);
        }
        image.put(LogKey.NEXT_SEQUENCE, nextSequence);
        return image;
    }

    private void acknowledge(List<CommitQueue.PendingAppend> group, LogException failure) {
        acks.execute(() -> {
            for (CommitQueue.PendingAppend append : group) {
                CompletableFuture<Void> durable = append.durable();
                if (failure == null) {
                    durable.complete(null);
                } else {
                    durable.completeExceptionally(failure);
                }
            }
        });
    }

    /** Commits and acknowledges all pending appends, then stops; false on timeout. */
    boolean close(Duration timeout) {
        commitQueue.close();
        boolean stopped = Uninterruptibly.await(timeout, nanos -> {
            TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
            return !thread.isAlive();
        });
        acks.shutdown();
        return Uninterruptibly.await(timeout, nanos -> acks.awaitTermination(nanos, TimeUnit.NANOSECONDS)) && stopped;
    }

    /** Daemon threads: a program that forgets to close its log still exits, and loses nothing that was acknowledged. */
    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
