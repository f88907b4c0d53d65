package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.rocksdb.CommitThreads;
import dev.tidings.rocksdb.WriteBatchBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rocksdb.RocksDBException;

/**
 * Group commit: one of two {@link CommitThreads} takes all pending appends, assigns sequences, writes them as one RocksDB batch with one
 * fsync, publishes them to the consumers, and has their futures completed. The table engine shares these threads, but not the
 * {@link CommitQueue}, which spaces groups, nor the order of a commit: sequences first, then the consumers.
 */
final class Committer {
    /** Writes a batch; {@code sync} decides whether an fsync makes it durable or the operating system flushes it later. */
    interface BatchWriter {
        void commit(List<WriteBatchBuffer> changes, boolean sync) throws RocksDBException;
    }

    /** Receives the entries of a commit, durable or failed, with the sequence of the first. */
    interface CommitListener {
        void durable(long first, List<LogEntry> entries);

        void failed(long first, List<LogEntry> entries);
    }

    private final BatchWriter store;
    private final CommitQueue commitQueue;
    private final CommitListener outcome;
    private final CommitThreads threads = new CommitThreads("tidings-log", this::commitNext);
    private final RecordEncoder encoder = new RecordEncoder();
    private long nextSequence;

    /** The failure of the last commit; null after a success. */
    private volatile LogException failed;

    Committer(BatchWriter store, CommitQueue commitQueue, long nextSequence, CommitListener outcome) {
        this.store = store;
        this.commitQueue = commitQueue;
        this.nextSequence = nextSequence;
        this.outcome = outcome;
        threads.start();
    }

    /** The failure of the last commit, if it failed. RocksDB recovers from some failures by itself and from others never. */
    Optional<String> problem() {
        return Optional.ofNullable(failed)
                .map(failure ->
                        "the last " + failure.getMessage() + "; if this persists, the log must be closed and reopened");
    }

    private boolean commitNext() throws InterruptedException {
        CommitQueue.CommitGroup group = commitQueue.next();
        if (!group.appends().isEmpty() || !group.deletes().isEmpty()) {
            commit(group);
        }
        return !group.last();
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
            store.commit(changes(group, entries), sync);
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
        threads.acknowledge(group.appends(), group.bytes(), CommitQueue.PendingAppend::durable, failure);
    }

    private List<WriteBatchBuffer> changes(CommitQueue.CommitGroup group, List<LogEntry> entries) {
        List<WriteBatchBuffer> changes = new ArrayList<>(group.deletes());
        long bytes = 64;
        for (CommitQueue.PendingAppend append : group.appends()) {
            bytes += append.bytes();
        }
        WriteBatchBuffer records = new WriteBatchBuffer(Math.toIntExact(bytes));
        for (LogEntry entry : entries) {
            encoder.put(entry, nextSequence++, records);
        }
        records.put(LogKey.NEXT_SEQUENCE, nextSequence);
        changes.add(records);
        return changes;
    }

    /** Commits and acknowledges all pending appends, then stops; false on timeout. */
    boolean close(Duration timeout) {
        commitQueue.close();
        return threads.close(timeout);
    }
}
