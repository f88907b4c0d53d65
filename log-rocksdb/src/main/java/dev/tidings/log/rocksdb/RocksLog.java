package dev.tidings.log.rocksdb;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LaneBacklog;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.core.log.Stage;
import dev.tidings.rocksdb.DiskSpaceGuard;
import dev.tidings.rocksdb.RocksStats;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@link Log} on RocksDB in a folder of its own, for one process. Acknowledged appends survive a crash of the process and of the
 * machine.
 */
public final class RocksLog implements Log {
    private static final Logger log = LoggerFactory.getLogger(RocksLog.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofMinutes(1);

    private final RocksLogConfig config;
    private final LogStore store;
    private final DiskSpaceGuard room;
    private final BacklogLimits admission;
    private final CommitQueue commitQueue;
    private final Committer committer;
    private final DeleteQueue deletes;
    private final UncertainRanges uncertainRanges = new UncertainRanges();
    private final Map<Stage, StageQueues> stages = new EnumMap<>(Stage.class);
    /** Appended to when a stage opens its consumers, and read for metrics meanwhile. */
    private final List<RocksConsumer> consumers = new CopyOnWriteArrayList<>();

    private final long openedAt;
    private final SequenceTimes times = new SequenceTimes(System.currentTimeMillis());
    /** Shared by calls that use the store, so that a compaction delays none of them; close waits for them. */
    private final ReadWriteLock use = new ReentrantReadWriteLock();

    private boolean closed;

    public static RocksLog open(RocksLogConfig config) {
        return open(config, () -> {});
    }

    /**
     * @param syncEffects makes durable what consumers wrote for acknowledged records; called before records are deleted. If it throws, they
     *     are kept
     */
    public static RocksLog open(RocksLogConfig config, Runnable syncEffects) {
        return open(config, syncEffects, options -> {}, commit -> commit);
    }

    /** @param commits wraps the commit function; for tests that block commits or let them fail */
    static RocksLog open(
            RocksLogConfig config,
            Runnable syncEffects,
            Consumer<Options> adjust,
            UnaryOperator<Committer.BatchWriter> commits) {
        // First, before any native resource exists that a refusal would have to free.
        LogFolder.prepare(config.folder());
        DiskSpaceGuard room = diskSpaceGuard(config);
        LogStore store = new LogStore(config, adjust);
        try {
            return new RocksLog(config, store, room, commits, syncEffects);
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    private RocksLog(
            RocksLogConfig config,
            LogStore store,
            DiskSpaceGuard room,
            UnaryOperator<Committer.BatchWriter> commits,
            Runnable syncEffects) {
        this.config = config;
        this.store = store;
        this.room = room;
        this.admission = new BacklogLimits(config);
        this.commitQueue = new CommitQueue(config.maxPendingBytes());
        PayloadBudget hot = new PayloadBudget(config.hotBytes());
        for (Stage stage : Stage.values()) {
            stages.put(stage, new StageQueues(stage, hot));
        }
        Recovery recovery = new Recovery((place, first, count) -> {
            stages.get(place.lane().stage()).addRecovered(place, first, count);
            admission.countRecovered(place, count);
        });
        store.scan(recovery);
        // At least the current time, so that sequences rise even after an old backup of the folder was restored.
        long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
        this.openedAt = Math.max(now, Math.max(store.nextSequence(), recovery.finish() + 1));
        this.committer = new Committer(commits.apply(store::commit), commitQueue, openedAt, new Publisher());
        this.deletes = new DeleteQueue(syncEffects, commitQueue::delete);
    }

    /** Hands durable records to the consumers. */
    private final class Publisher implements Committer.CommitListener {
        @Override
        public void durable(long first, List<LogEntry> entries) {
            times.committed(first, System.currentTimeMillis());
            stages.values().forEach(stage -> stage.publish(first, entries));
        }

        @Override
        public void failed(long first, List<LogEntry> entries) {
            if (!entries.isEmpty()) {
                uncertainRanges.add(first, first + entries.size());
            }
            admission.release(entries);
        }
    }

    private static DiskSpaceGuard diskSpaceGuard(RocksLogConfig config) {
        try {
            return new DiskSpaceGuard(config.folder(), config.reserveBytes(), config.reserveBytes());
        } catch (IOException e) {
            throw new LogException(
                    Reason.FAILED, "folder " + config.folder() + " has no file store to query for free space", e);
        }
    }

    private static String nearlyFull(DiskSpaceGuard.Shortage shortage) {
        return "disk of " + shortage.folder() + " is nearly full: " + shortage.freeBytes() + " bytes are free, "
                + shortage.reserveBytes() + " are reserved; appends resume when there is more space";
    }

    @Override
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        List<LogEntry> all = List.copyOf(entries);
        CommitQueue.PendingAppend append = new CommitQueue.PendingAppend(all, EntryCheck.bytes(all));
        Optional<LogException> refusal = refusal(append);
        return refusal.isPresent() ? CompletableFuture.failedFuture(refusal.get()) : append.durable();
    }

    private Optional<LogException> refusal(CommitQueue.PendingAppend append) {
        // A closed log reports that, even if it is also full.
        Optional<LogException> refusal = commitQueue.isClosed()
                ? Optional.of(new LogException(Reason.CLOSED, "the log is closed"))
                : room.shortage().map(found -> new LogException(Reason.OVERLOADED, nearlyFull(found)));
        refusal = refusal.or(() -> admission.admit(append.entries()));
        if (refusal.isPresent()) {
            return refusal;
        }
        refusal = commitQueue.offer(append);
        if (refusal.isPresent()) {
            admission.release(append.entries());
        }
        return refusal;
    }

    /** Callable once per stage: the number of consumers is fixed while the log is open. */
    @Override
    public synchronized List<LogConsumer> consumers(Stage stage, int count) {
        if (count < 1 || count > LogKey.PARTITIONS) {
            throw new IllegalArgumentException(
                    count + " consumers: expected 1 to " + LogKey.PARTITIONS + ", as each needs a partition");
        }
        return whileOpen(() -> openConsumers(stage, count));
    }

    private List<LogConsumer> openConsumers(Stage stage, int count) {
        List<LogConsumer> opened = new ArrayList<>();
        for (ReadyQueues queues : stages.get(stage).distribute(count)) {
            RocksConsumer consumer = new RocksConsumer(
                    queues, () -> new QueueReader(store, uncertainRanges, openedAt), admission, commitQueue, deletes);
            consumers.add(consumer);
            opened.add(consumer);
        }
        return List.copyOf(opened);
    }

    private <T> T whileOpen(Supplier<T> work) {
        use.readLock().lock();
        try {
            requireOpen();
            return work.get();
        } finally {
            use.readLock().unlock();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new LogException(Reason.CLOSED, "the log is closed");
        }
    }

    @Override
    public long backlog(Stage stage) {
        return admission.backlog(stage);
    }

    @Override
    public long backlog(Lane lane, String tenant) {
        return admission.backlog(lane, tenant);
    }

    @Override
    public Map<Lane, LaneBacklog> backlogs() {
        Map<Lane, Long> oldest = new HashMap<>();
        stages.values().forEach(stage -> stage.forEachOldest((lane, first) -> oldest.merge(lane, first, Math::min)));
        consumers.forEach(
                consumer -> consumer.forEachInFlight((lane, sequence) -> oldest.merge(lane, sequence, Math::min)));
        Map<Lane, LaneBacklog> backlogs = new HashMap<>();
        // A record that moves between queue and consumer may be missed, and its lane with it, until the next call.
        oldest.forEach((lane, sequence) -> {
            long records = admission.backlog(lane);
            if (records > 0) {
                backlogs.put(lane, new LaneBacklog(records, Instant.ofEpochMilli(times.time(sequence))));
            }
        });
        return backlogs;
    }

    /** The state of its RocksDB, for metrics. */
    public RocksStats stats() {
        return whileOpen(store::stats);
    }

    /** The bytes that wait for their group commit. */
    public long pendingBytes() {
        return commitQueue.pendingBytes();
    }

    /** Whether a record that waits matches. Reads all of them. */
    public boolean anyWaiting(Predicate<LogEntry> wanted) {
        return whileOpen(() -> LogSweep.anyWaiting(store, wanted));
    }

    /**
     * Moves the records that earlier versions quarantined inside the log. Each one that the target has stored, durably when it returns true,
     * is removed here.
     *
     * @return how many were moved
     */
    public int moveQuarantined(BiPredicate<LogEntry, String> target) {
        return whileOpen(() -> LegacyQuarantine.move(store, target));
    }

    /** Rewrites the files, so that they hold nothing of records that were processed. */
    public void compact() {
        whileOpen(() -> {
            store.compact();
            return null;
        });
    }

    /**
     * Copies the log to a folder that does not exist yet, on the same disk. No record is appended or removed from before {@code meanwhile}
     * until the copy is complete, so that what {@code meanwhile} copies belongs to the same moment. Appends wait.
     */
    public void checkpoint(Path target, Runnable meanwhile) {
        whileOpen(() -> {
            try {
                store.checkpoint(target, meanwhile);
            } catch (RocksDBException e) {
                throw LogStore.failed("checkpoint to " + target, e);
            }
            LogFolder.markCopy(config.folder(), target);
            return null;
        });
    }

    @Override
    public Optional<String> problem() {
        if (commitQueue.isClosed()) {
            return Optional.of("the log is closed");
        }
        return committer
                .problem()
                .or(() -> room.shortage().map(RocksLog::nearlyFull))
                .or(admission::limitReached);
    }

    /** Records that were polled and not completed are redelivered when the log is opened next. */
    @Override
    public void close() {
        use.writeLock().lock();
        try {
            closeOnce();
        } finally {
            use.writeLock().unlock();
        }
    }

    private void closeOnce() {
        if (closed) {
            return;
        }
        closed = true;
        consumers.forEach(RocksConsumer::stop);
        boolean synced = deletes.close(CLOSE_TIMEOUT);
        if (committer.close(CLOSE_TIMEOUT) && synced) {
            store.close();
        } else {
            // Freeing native memory that a thread may still use would crash the process.
            log.error(
                    "folder {} stays open until the process exits: commits are still running {} after close()",
                    config.folder(),
                    CLOSE_TIMEOUT);
        }
    }
}
