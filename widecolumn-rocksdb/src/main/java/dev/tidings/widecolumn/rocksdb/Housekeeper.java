package dev.tidings.widecolumn.rocksdb;

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
 * Drops fragments that no longer matter. Two things call for it: a read that met a row in many fragments, and a delete that is
 * old enough to be forgotten, together with what it hides. Fragments are never rewritten, only dropped, and what has been
 * overwritten stays overwritten, so this needs no lock against readers and writers.
 */
final class Housekeeper implements AutoCloseable {
    /** How long a delete still hides older writes that arrive late: as long as Cassandra keeps a tombstone. */
    static final Duration DELETES_REMEMBERED = Duration.ofDays(10);

    private static final Logger log = LoggerFactory.getLogger(Housekeeper.class);
    private static final int MAX_WAITING = 1000;

    /** Deletions that are committed together: some thousand rows. */
    private static final int ENOUGH_BYTES = 256 << 10;

    private final RocksStore store;
    private final Gate gate;
    private final GroupCommit commits;
    private final InstantSource clock;
    private final AtomicInteger waiting = new AtomicInteger();
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(EngineThreads.named("tidings-housekeeper"));

    Housekeeper(RocksStore store, Gate gate, GroupCommit commits, InstantSource clock) {
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

    private interface Chore {
        void run() throws RocksDBException;
    }

    /** Asks for a row to be tidied some time soon. If too many wait already it is left for the next read to notice. */
    void tidyLater(StoredTable stored, byte[] rowKey) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            return;
        }
        try {
            thread.execute(() -> {
                waiting.decrementAndGet();
                quietly(() -> {
                    WriteImage image = new WriteImage(256);
                    tidy(stored, rowKey, Long.MIN_VALUE, image);
                    commit(image);
                });
            });
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
        }
    }

    /** Notes, together with a delete, when that delete may be forgotten. */
    void forgetLater(StoredTable stored, ByteSink rowKey, long deletedAt, WriteImage image) {
        long due = clock.instant().plus(DELETES_REMEMBERED).getEpochSecond();
        byte[] note = DeleteNote.key(due, stored.table().name(), rowKey, deletedAt);
        image.put(store.purgesFamily(), note, new byte[0]);
    }

    /** Forgets the deletes that are due, with all they hide. */
    private void purge() throws RocksDBException {
        byte[] last = new byte[0];
        while (last != null && !gate.isClosing()) {
            WriteImage image = new WriteImage(4096);
            last = purgeSome(last, image);
            commit(image);
        }
    }

    /**
     * Goes through due notes until the image has enough for one commit. Notes that stay, of tables that are not declared now or
     * of rows that can't be read, are stepped over.
     *
     * @param last the note to go on behind
     * @return the last note that was looked at, or null if no more are due
     */
    private byte[] purgeSome(byte[] last, WriteImage image) throws RocksDBException {
        long now = clock.instant().getEpochSecond();
        byte[] looked = last;
        try (RocksIterator notes = store.db().newIterator(store.purges())) {
            for (notes.seek(last); notes.isValid() && image.bytes() < ENOUGH_BYTES; notes.next()) {
                byte[] key = notes.key();
                if (DeleteNote.dueSecond(key) > now) {
                    return null;
                }
                if (!Arrays.equals(key, last)) {
                    purge(key, notes.value(), image);
                }
                looked = key;
            }
            notes.status();
            return notes.isValid() ? looked : null;
        }
    }

    private void purge(byte[] key, byte[] value, WriteImage image) throws RocksDBException {
        try {
            DeleteNote note = DeleteNote.read(key, value);
            StoredTable stored = store.table(note.table());
            if (stored != null) {
                tidy(stored, note.rowKey(), note.deletedAt(), image);
                image.delete(store.purgesFamily(), key);
            }
        } catch (RuntimeException e) {
            log.warn("a deleted row can't be tidied: {}", e.toString());
        }
    }

    /** @param forget the write time up to which a delete may be forgotten: a later one has a note of its own */
    private void tidy(StoredTable stored, byte[] rowKey, long forget, WriteImage image) throws RocksDBException {
        try (RowScan scan = store.scan(stored, KeyRange.ofRow(rowKey), false)) {
            if (scan.next()) {
                long now = clock.instant().getEpochSecond();
                RowMerge merge = new RowMerge(stored, scan.fragments(), now);
                List<byte[]> keys = scan.fragmentKeys();
                for (int index : merge.superfluous(merge.deletedAt() <= forget)) {
                    image.delete(stored.family(), keys.get(index));
                }
            }
        }
    }

    private void commit(WriteImage image) {
        if (!image.isEmpty()) {
            gate.enterAgain();
            commits.submitWithoutRoom(image).join();
        }
    }

    /** After a failed commit: tries again with next to nothing, so that it shows when it works again even if nobody writes. */
    private void probe() {
        if (commits.problem().isPresent()) {
            gate.enterAgain();
            commits.submitWithoutRoom(new WriteImage(64)).join();
        }
    }

    /** Does what is waiting, and what is due by the clock. */
    void runNow() {
        CompletableFuture.runAsync(this::everyMinute, thread).join();
    }

    /** Housekeeping can always be done later; what fails is said and left. */
    private void quietly(Chore chore) {
        if (!gate.tryEnter()) {
            return;
        }
        try {
            chore.run();
        } catch (RocksDBException | RuntimeException e) {
            log.warn("housekeeping was put off: {}", e.toString());
        } finally {
            gate.leave();
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
        Uninterruptibly.await(
                RocksEngine.THREADS_END_WITHIN, nanos -> thread.awaitTermination(nanos, TimeUnit.NANOSECONDS));
    }
}
