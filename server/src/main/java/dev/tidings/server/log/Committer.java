package dev.tidings.server.log;

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
 * Lets many appends share one fsync. One thread takes everything that waits, gives it sequences, commits it as one RocksDB batch,
 * and puts it down for the consumers; a second one completes the futures, so that whatever callers chain to them doesn't hold up
 * the next commit. While one group is being synced the next one gathers.
 */
final class Committer {
    /** Makes changes durable, or leaves that to the operating system. */
    interface Commit {
        void commit(BatchImage image, boolean sync) throws RocksDBException;
    }

    /** Where records go that are durable, the first of them with this sequence, and those that are not. */
    interface Outcome {
        void durable(long first, List<LogEntry> entries);

        void failed(long first, List<LogEntry> entries);
    }

    private final Commit store;
    private final Intake intake;
    private final Outcome outcome;
    private final ExecutorService acks = Executors.newSingleThreadExecutor(task -> daemon(task, "tidings-log-acks"));
    private final Thread thread = daemon(this::run, "tidings-log-commit");
    private long nextSequence;

    /** Why the last commit failed, until one succeeds. */
    private volatile LogException failed;

    Committer(Commit store, Intake intake, long nextSequence, Outcome outcome) {
        this.store = store;
        this.intake = intake;
        this.nextSequence = nextSequence;
        this.outcome = outcome;
        thread.start();
    }

    /** What is wrong if the last commit failed: RocksDB recovers from some failures by itself and from others never. */
    Optional<String> problem() {
        return Optional.ofNullable(failed)
                .map(failure -> "the last " + failure.getMessage()
                        + "; if this stays, the log needs to be closed and opened again");
    }

    private void run() {
        try {
            Intake.Group group;
            do {
                group = intake.next();
                if (!group.appends().isEmpty() || !group.deletes().isEmpty()) {
                    commit(group);
                }
            } while (!group.last());
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the committer", e);
        }
    }

    private void commit(Intake.Group group) {
        long first = nextSequence;
        List<LogEntry> entries = new ArrayList<>();
        group.appends().forEach(append -> entries.addAll(append.entries()));
        LogException failure = null;
        try {
            // A delete that is lost only repeats a record, which is not worth an fsync; unless nobody will come after
            // it, or it is to show whether appends can be taken again.
            boolean sync = !group.appends().isEmpty() || group.last() || failed != null;
            store.commit(image(group, entries), sync);
        } catch (RocksDBException | RuntimeException | Error e) {
            failure = new LogException(
                    Reason.FAILED,
                    "commit of " + entries.size() + " records and "
                            + group.deletes().size() + " handfuls done failed: " + e.getMessage(),
                    e);
        }
        failed = failure;
        intake.ended(group.appends());
        if (failure == null) {
            outcome.durable(first, entries);
        } else {
            // Also if it was not written: whatever may be there under these sequences is not to be written over.
            nextSequence = first + entries.size();
            outcome.failed(first, entries);
            intake.tryAgain(group.deletes());
        }
        acknowledge(group.appends(), failure);
    }

    private BatchImage image(Intake.Group group, List<LogEntry> entries) {
        long bytes = 64;
        for (Intake.Append append : group.appends()) {
            bytes += append.bytes();
        }
        for (BatchImage keys : group.deletes()) {
            bytes += keys.bytes();
        }
        BatchImage image = new BatchImage(Math.toIntExact(bytes));
        group.deletes().forEach(image::append);
        group.appends().forEach(append -> image.append(append.beside()));
        for (LogEntry entry : entries) {
            image.put(entry, nextSequence++);
        }
        image.put(LogKey.NEXT_SEQUENCE, nextSequence);
        return image;
    }

    private void acknowledge(List<Intake.Append> group, LogException failure) {
        acks.execute(() -> {
            for (Intake.Append append : group) {
                CompletableFuture<Void> durable = append.durable();
                if (failure == null) {
                    durable.complete(null);
                } else {
                    durable.completeExceptionally(failure);
                }
            }
        });
    }

    /** Commits and acknowledges what was taken, then stops; false if that has not happened in time. */
    boolean close(Duration patience) {
        intake.close();
        boolean ended = Uninterruptibly.await(patience, nanos -> {
            TimeUnit.NANOSECONDS.timedJoin(thread, nanos);
            return !thread.isAlive();
        });
        acks.shutdown();
        return Uninterruptibly.await(patience, nanos -> acks.awaitTermination(nanos, TimeUnit.NANOSECONDS)) && ended;
    }

    /** Daemons: a program that forgets to close its log still ends, and loses nothing it was told is durable. */
    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
