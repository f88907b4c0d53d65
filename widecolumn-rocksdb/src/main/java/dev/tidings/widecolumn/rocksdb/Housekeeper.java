package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import dev.tidings.widecolumn.codec.CellCodec;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        thread.scheduleWithFixedDelay(() -> quietly(this::purge), 1, 1, TimeUnit.MINUTES);
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
                quietly(() -> tidy(stored, rowKey, new WriteImage(256), Long.MIN_VALUE));
            });
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
        }
    }

    /** Notes, together with a delete, when that delete may be forgotten. */
    void forgetLater(StoredTable stored, ByteSink rowKey, long deletedAt, WriteImage image) {
        long due = clock.instant().plus(DELETES_REMEMBERED).getEpochSecond();
        ByteSink note = new ByteSink(rowKey.length() + 64).putLong(due);
        CellCodec.encodeText(stored.table().name(), note);
        note.put(rowKey.array(), 0, rowKey.length());
        image.put(
                store.purgesFamily(),
                note.toBytes(),
                new ByteSink(8).putLong(deletedAt).toBytes());
    }

    /** Forgets the deletes that are due, with all they hide. */
    void purge() throws RocksDBException {
        long now = clock.instant().getEpochSecond();
        Map<byte[], Long> due = new LinkedHashMap<>();
        try (RocksIterator notes = store.db().newIterator(store.purges())) {
            for (notes.seekToFirst(); notes.isValid() && due.size() < MAX_WAITING; notes.next()) {
                if (new ByteSource(notes.key()).getLong() > now) {
                    break;
                }
                due.put(notes.key(), new ByteSource(notes.value()).getLong());
            }
            notes.status();
        }
        for (Map.Entry<byte[], Long> entry : due.entrySet()) {
            byte[] note = entry.getKey();
            ByteSource in = new ByteSource(note);
            in.getLong();
            StoredTable stored = store.table(CellCodec.decodeText(in, in.getVarint()));
            if (stored != null) {
                byte[] rowKey = Arrays.copyOfRange(note, in.position(), note.length);
                WriteImage image = new WriteImage(256);
                image.delete(store.purgesFamily(), note);
                tidy(stored, rowKey, image, entry.getValue());
            }
        }
    }

    /** @param forget the write time up to which a delete may be forgotten: a later one has a note of its own */
    private void tidy(StoredTable stored, byte[] rowKey, WriteImage image, long forget) throws RocksDBException {
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
        if (!image.isEmpty()) {
            gate.enterAgain();
            commits.submitWithoutRoom(image).join();
        }
    }

    /** Does what is waiting, and what is due by the clock. */
    void runNow() {
        CompletableFuture.runAsync(() -> quietly(this::purge), thread).join();
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
