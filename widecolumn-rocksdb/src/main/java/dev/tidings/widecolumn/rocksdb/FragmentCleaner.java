package dev.tidings.widecolumn.rocksdb;

import dev.tidings.rocksdb.DaemonThreads;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.Uninterruptibly;
import dev.tidings.widecolumn.codec.ByteSink;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes obsolete fragments in the background. Two events trigger it: a read that met a row with many fragments, and a tombstone
 * past its grace period, which is dropped together with the writes it shadows. Fragments are never rewritten, only dropped, and
 * overwritten cells stay overwritten, so it needs no lock against readers and writers.
 */
final class FragmentCleaner implements AutoCloseable {
    /** The grace period in which a tombstone shadows older writes that arrive late: Cassandra's default. */
    static final Duration TOMBSTONE_GRACE_PERIOD = Duration.ofDays(10);

    private static final Logger log = LoggerFactory.getLogger(FragmentCleaner.class);
    private static final int MAX_WAITING = 1000;

    /** The size of one commit of deletions: some thousand rows. */
    private static final int MAX_COMMIT_BYTES = 256 << 10;

    private final RocksStore store;
    private final CallGate gate;
    private final GroupCommit commits;
    private final InstantSource clock;
    private final AtomicInteger waiting = new AtomicInteger();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("tidings-housekeeper"));

    FragmentCleaner(RocksStore store, CallGate gate, GroupCommit commits, InstantSource clock) {
        this.store = store;
        this.gate = gate;
        this.commits = commits;
        this.clock = clock;
        thread.scheduleWithFixedDelay(this::everyMinute, 1, 1, TimeUnit.MINUTES);
    }

    private void everyMinute() {
        quietly(this::probe);
        quietly(this::purge);
    }

    /** A task of the cleaner's thread, run inside the {@link CallGate}. */
    private interface Chore {
        void run() throws RocksDBException;
    }

    /** Queues a row for cleanup. If the queue is full the row is skipped; a later read queues it. */
    void scheduleCleanup(StoredTable stored, byte[] rowKey) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            return;
        }
        try {
            thread.execute(() -> {
                waiting.decrementAndGet();
                quietly(() -> {
                    WriteBatchBuffer changes = new WriteBatchBuffer(256);
                    cleanUp(stored, rowKey, Long.MIN_VALUE, changes);
                    commit(changes);
                });
            });
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
        }
    }

    /** Adds the purge entry of a tombstone to the changes that contain the delete. */
    void schedulePurge(StoredTable stored, ByteSink rowKey, long deletedAt, WriteBatchBuffer changes) {
        long due = clock.instant().plus(TOMBSTONE_GRACE_PERIOD).getEpochSecond();
        byte[] entry = PurgeEntry.key(due, stored.table().name(), rowKey, deletedAt);
        changes.put(store.purgeFamilyId(), entry, new byte[0]);
    }

    /** Drops the tombstones that are due, with all writes they shadow. */
    private void purge() throws RocksDBException {
        byte[] last = new byte[0];
        while (last != null && !gate.isClosing()) {
            WriteBatchBuffer changes = new WriteBatchBuffer(4096);
            last = purgeSome(last, changes);
            commit(changes);
        }
    }

    /**
     * Processes due purge entries until the changes are large enough for one commit. Entries of tables that are not declared now or
     * of rows that can't be read are skipped and kept.
     *
     * @param last the entry to continue after
     * @return the last entry that was processed, or null if no more are due
     */
    private byte[] purgeSome(byte[] last, WriteBatchBuffer changes) throws RocksDBException {
        long now = clock.instant().getEpochSecond();
        byte[] processed = last;
        try (RocksIterator entries = store.db().newIterator(store.purges())) {
            for (entries.seek(last); entries.isValid() && changes.bytes() < MAX_COMMIT_BYTES; entries.next()) {
                byte[] key = entries.key();
                if (PurgeEntry.dueSecond(key) > now) {
                    return null;
                }
                if (!Arrays.equals(key, last)) {
                    purge(key, entries.value(), changes);
                }
                processed = key;
            }
            entries.status();
            return entries.isValid() ? processed : null;
        }
    }

    private void purge(byte[] key, byte[] value, WriteBatchBuffer changes) throws RocksDBException {
        try {
            PurgeEntry entry = PurgeEntry.read(key, value);
            StoredTable stored = store.table(entry.table());
            if (stored != null) {
                cleanUp(stored, entry.rowKey(), entry.deletedAt(), changes);
                changes.delete(store.purgeFamilyId(), key);
            }
        } catch (RuntimeException e) {
            log.warn("a deleted row could not be purged: {}", e.toString());
        }
    }

    /** @param purgeUpTo the write time up to which a tombstone may be dropped: a later one has a purge entry of its own */
    private void cleanUp(StoredTable stored, byte[] rowKey, long purgeUpTo, WriteBatchBuffer changes)
            throws RocksDBException {
        try (RowScan scan = store.scan(stored, KeyRange.ofRow(rowKey), false)) {
            if (scan.next()) {
                long now = clock.instant().getEpochSecond();
                RowMerge merge = new RowMerge(stored, scan.fragments(), now);
                List<byte[]> keys = scan.fragmentKeys();
                for (int index : merge.obsolete(merge.deletedAt() <= purgeUpTo)) {
                    changes.delete(stored.family(), keys.get(index));
                }
            }
        }
    }

    private void commit(WriteBatchBuffer changes) {
        if (!changes.isEmpty()) {
            gate.reenter();
            commits.submitUnchecked(changes).join();
        }
    }

    /** After a failed commit: commits an almost empty batch, so that recovery is noticed even without writes. */
    private void probe() {
        if (commits.problem().isPresent()) {
            gate.reenter();
            commits.submitUnchecked(new WriteBatchBuffer(64)).join();
        }
    }

    /** Runs the queued and the periodic tasks now, and waits for them. */
    void runNow() {
        CompletableFuture.runAsync(this::everyMinute, thread).join();
    }

    /** Runs a task; a failure is logged, as housekeeping can always be done later. */
    private void quietly(Chore chore) {
        if (!gate.tryEnter()) {
            return;
        }
        try {
            chore.run();
        } catch (RocksDBException | RuntimeException e) {
            log.warn("housekeeping failed and is postponed: {}", e.toString());
        } finally {
            gate.leave();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        Uninterruptibly.await(
                RocksEngine.THREADS_TIMEOUT, nanos -> thread.awaitTermination(nanos, TimeUnit.NANOSECONDS));
    }
}
