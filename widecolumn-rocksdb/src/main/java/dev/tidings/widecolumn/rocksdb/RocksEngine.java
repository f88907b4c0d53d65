package dev.tidings.widecolumn.rocksdb;

import dev.tidings.rocksdb.DiskSpaceGuard;
import dev.tidings.rocksdb.RocksStats;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Delete;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.RowFate;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.codec.ByteSink;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded engine on RocksDB. A write becomes a {@link Fragment} under a key of its own, without a read: upserts and map
 * entries are merged when a row is read ({@link RowMerge}), as in Cassandra. {@link GroupCommit} makes writes durable; {@link
 * RowReader} reads rows.
 */
public final class RocksEngine implements Engine {
    /** Each opening of the folder starts its fragment numbers at its count shifted by this, so that none is assigned twice. */
    private static final int OPENING_SHIFT = 40;

    /** The timeout of {@link #close} for calls in flight, among them backups and compactions. */
    private static final Duration CALLS_TIMEOUT = Duration.ofMinutes(5);

    /** The timeout for threads that have nothing left to do but the callbacks of callers. */
    static final Duration THREADS_TIMEOUT = Duration.ofSeconds(10);

    /** Larger pages are read by the reader threads: the caller's thread may be an event loop. */
    private static final int MAX_INLINE_ROWS = 100;

    /** So are pages that have to skip many expired or deleted rows. */
    private static final int MAX_INLINE_STEPS = 300;

    private static final Logger log = LoggerFactory.getLogger(RocksEngine.class);

    private final RocksConfig config;
    private final CallGate gate = new CallGate();
    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final RocksStore store;
    private final WriteClock writeClock;
    private final AtomicLong fragmentNumber;
    private final DiskSpaceGuard diskSpace;
    private final GroupCommit commits;
    private final FragmentCleaner fragmentCleaner;
    private final ReadPool readers;
    private final RowReader reader;
    private final CacheHitTracker memoryHits = new CacheHitTracker();
    private final SerializedInserts inserts;

    /** A read that can fail in RocksDB. */
    private interface Reading<T> {
        T read() throws RocksDBException;
    }

    private RocksEngine(RocksConfig config, Schema schema, Consumer<DBOptions> adjust) throws RocksDBException {
        this.config = config;
        try {
            this.store = new RocksStore(config, schema, adjust);
            closing.push(store::close);
            this.writeClock =
                    new WriteClock(config.clock(), store.storeMetadata().lastWriteTime());
            this.fragmentNumber = new AtomicLong((long) store.storeMetadata().incrementOpenings() << OPENING_SHIFT);
            this.diskSpace = diskSpaceGuard(config);
            this.commits = new GroupCommit(store, gate, writeClock, diskSpace, config.maxPendingBytes());
            closing.push(commits::close);
            this.fragmentCleaner = new FragmentCleaner(store, gate, commits, config.clock());
            closing.push(fragmentCleaner::close);
            this.readers = new ReadPool(config.readers());
            closing.push(readers::close);
            this.reader = new RowReader(store, config.clock(), fragmentCleaner::scheduleCleanup);
            this.inserts = new SerializedInserts(reader, readers, gate);
        } catch (RocksDBException | RuntimeException | Error e) {
            closeParts();
            throw e;
        }
    }

    private static DiskSpaceGuard diskSpaceGuard(RocksConfig config) {
        long reserve = config.reserveBytes();
        try {
            return new DiskSpaceGuard(config.folder(), reserve, reserve + reserve / 10);
        } catch (IOException e) {
            throw new StoreException(
                    Reason.MISCONFIGURED, "folder " + config.folder() + ": its free disk space can't be read", e);
        }
    }

    /**
     * Opens or creates a store in a folder, with these tables.
     *
     * @throws StoreException if the folder is in use, was written by a newer version, or holds tables with another declaration
     */
    public static RocksEngine open(RocksConfig config, Schema schema) {
        return open(config, schema, options -> {});
    }

    /** @param adjust changes RocksDB's options, for tests that observe it */
    static RocksEngine open(RocksConfig config, Schema schema, Consumer<DBOptions> adjust) {
        try {
            return new RocksEngine(config, schema, adjust);
        } catch (RocksDBException e) {
            throw StoreFolder.openFailure(config.folder(), e);
        } catch (IllegalStateException e) {
            // Thrown by the codecs for a metadata entry that they can't read.
            throw new StoreException(
                    Reason.CORRUPT, "folder " + config.folder() + " can't be opened: " + e.getMessage(), e);
        }
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        WriteBatchBuffer changes = encode(batch);
        return gate.tryEnter() ? commit(changes) : CompletableFuture.failedFuture(closed());
    }

    @Override
    public void writeAndWait(Batch batch) {
        WriteBatchBuffer changes = encode(batch);
        if (!gate.tryEnter()) {
            throw new CompletionException(closed());
        }
        (changes.isEmpty() ? commit(changes) : commits.commitHere(changes)).join();
    }

    @Override
    public void writeUnsynced(Batch batch) {
        WriteBatchBuffer changes = encode(batch);
        if (!gate.tryEnter()) {
            throw new CompletionException(closed());
        }
        (changes.isEmpty() ? commit(changes) : commits.commitUnsynced(changes)).join();
    }

    @Override
    public void sync() {
        inside(commits::sync);
    }

    private WriteBatchBuffer encode(Batch batch) {
        long engineTime = writeClock.next();
        long now = config.clock().instant().getEpochSecond();
        WriteBatchBuffer changes = new WriteBatchBuffer(batch.writes().size() * 384);
        ByteSink key = new ByteSink(128);
        ByteSink value = new ByteSink(512);
        for (Write write : batch.writes()) {
            long writeTime = write.writeTime() == Write.ENGINE_TIME ? engineTime : write.writeTime();
            append(write, writeTime, now, key, value, changes);
        }
        changes.sort();
        return changes;
    }

    /** Must be called inside the gate, which is left when the changes are durable. */
    private CompletableFuture<Void> commit(WriteBatchBuffer changes) {
        if (changes.isEmpty()) {
            gate.leave();
            return CompletableFuture.completedFuture(null);
        }
        return commits.submit(changes);
    }

    private void append(Write write, long writeTime, long now, ByteSink key, ByteSink value, WriteBatchBuffer changes) {
        StoredTable stored = store.table(write.table());
        key.truncate(0);
        value.truncate(0);
        stored.bytes().keyPrefix(write.values(), write.table().keySize(), key);
        if (write instanceof Upsert upsert) {
            long expirySecond = upsert.table().expirySecond(upsert.values());
            if (expirySecond <= now) {
                return; // expired before it is written: no read could return it
            }
            stored.bytes().upsertFragment(upsert, writeTime, expirySecond, value);
        } else if (write instanceof Delete) {
            fragmentCleaner.schedulePurge(stored, key, writeTime, changes);
            int start = Fragment.start(value, Fragment.DELETE, writeTime, Fragment.NEVER);
            Fragment.finish(value, start, Fragment.NEVER);
        }
        key.putLong(fragmentNumber.incrementAndGet());
        changes.put(stored.family(), key, value);
    }

    @Override
    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
        return select.limit() <= MAX_INLINE_ROWS && memoryHits.shouldTryMemory()
                ? readInline(select)
                : answer(select.table(), () -> reader.page(select));
    }

    /** Reads on the caller's thread if the page is in memory: that takes no longer than a hand-over to another thread. */
    private <R extends Record> CompletableFuture<Page<R>> readInline(Select<R> select) {
        if (!gate.tryEnter()) {
            return CompletableFuture.failedFuture(closed());
        }
        CompletableFuture<Page<R>> answer = new CompletableFuture<>();
        answer(select.table(), () -> reader.pageFromMemory(select, MAX_INLINE_STEPS), answer);
        boolean missed = !answer.isCompletedExceptionally() && answer.join() == null;
        memoryHits.record(!missed);
        return missed ? answer(select.table(), () -> reader.page(select)) : answer;
    }

    private <T> CompletableFuture<T> answer(Table<?> table, Reading<T> reading) {
        if (!gate.tryEnter()) {
            return CompletableFuture.failedFuture(closed());
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            readers.execute(() -> answer(table, reading, answer));
        } catch (RuntimeException | Error e) {
            gate.leave();
            answer.completeExceptionally(e);
        }
        return answer;
    }

    private <T> void answer(Table<?> table, Reading<T> reading, CompletableFuture<T> answer) {
        T found = null;
        Throwable failure = null;
        try {
            found = reading.read();
        } catch (RocksDBException e) {
            failure = RocksErrors.of("reading " + table.name(), e);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        // Before the future completes: the caller's callbacks are not part of the call.
        gate.leave();
        if (failure == null) {
            answer.complete(found);
        } else {
            answer.completeExceptionally(failure);
        }
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
        Upsert insertion = table.upsert(row);
        table.requireUnexpired(insertion.values(), config.clock().instant());
        StoredTable stored = store.table(table);
        return inserts.insertIfAbsent(stored, table, insertion.values(), () -> {
            WriteBatchBuffer changes = encode(Batch.of(insertion));
            gate.reenter();
            return commit(changes);
        });
    }

    @Override
    public Health check() {
        if (gate.isClosing()) {
            return new Health(Optional.of("closed"));
        }
        return new Health(diskSpace
                .shortage()
                .map(RocksErrors::diskFull)
                .map(StoreException::getMessage)
                .or(commits::problem));
    }

    /** The state of its RocksDB, for metrics. */
    public RocksStats stats() {
        AtomicReference<RocksStats> stats = new AtomicReference<>();
        inside(() -> stats.set(RocksStats.of(store.db())));
        return stats.get();
    }

    /** Makes a copy that can be opened like the original. The target folder must not exist yet; cheap on the same disk. */
    public void checkpoint(Path target) {
        inside(() -> RocksBackups.checkpoint(store.db(), config.folder(), target));
    }

    /** Adds an incremental backup of the current state to a folder of backups. */
    public void backup(Path backups) {
        inside(() -> RocksBackups.backup(store.db(), config.folder(), backups));
    }

    /** Restores the latest backup into a folder, which must be empty or missing. */
    public static void restore(Path backups, Path folder) {
        RocksBackups.restore(backups, folder);
    }

    /** Writes what is in memory to table files, so that a checkpoint that follows has little left to write. */
    public void flush() {
        inside(store::flush);
    }

    /** Runs a full compaction, which drops expired rows: for tests and before benchmarks. */
    public void compact() {
        inside(store::compact);
    }

    /** Makes compactions end early and fail, those in flight and later ones: before the engine is closed. */
    public void cancelCompaction() {
        if (gate.tryEnter()) {
            try {
                store.cancelCompaction();
            } finally {
                gate.leave();
            }
        }
    }

    /**
     * Visits every row of a table and removes or replaces some. No tombstone is left, so that a row written before and late appears again;
     * after {@link #compact} the files hold nothing of the removed rows. Blocks, and takes as long as reading the table.
     *
     * @return the number of rows that were removed or replaced
     */
    public <R extends Record> long sweep(Table<R> table, Function<R, RowFate> visitor) {
        AtomicLong changed = new AtomicLong();
        inside(() -> changed.set(new RowSweep(store, config.clock(), this::commitSwept).run(table, visitor)));
        return changed.get();
    }

    /** The replacement first: a crash in between leaves both, and the next sweep finds the old one. */
    private void commitSwept(List<Upsert> replacements, WriteBatchBuffer deletes) {
        for (Upsert replacement : replacements) {
            gate.reenter();
            commits.submitUnchecked(encode(Batch.of(replacement))).join();
        }
        if (!deletes.isEmpty()) {
            gate.reenter();
            commits.submitUnchecked(deletes).join();
        }
    }

    /** Runs the housekeeping tasks now instead of at their next time. */
    void housekeep() {
        inside(fragmentCleaner::runNow);
    }

    /** The number of fragments of a table, obsolete ones included. */
    long fragments(Table<?> table) {
        AtomicLong count = new AtomicLong();
        inside(() -> count.set(store.fragments(store.table(table))));
        return count.get();
    }

    private void inside(Runnable call) {
        if (!gate.tryEnter()) {
            throw closed();
        }
        try {
            call.run();
        } finally {
            gate.leave();
        }
    }

    /** Finishes accepted calls, then releases the folder. Waits even if the thread is interrupted. */
    @Override
    public void close() {
        close(CALLS_TIMEOUT);
    }

    synchronized void close(Duration timeout) {
        if (gate.isClosing()) {
            return;
        }
        if (gate.close(timeout)) {
            closeParts();
        } else {
            log.error(
                    "folder {} stays open until the process exits: {} calls are still in flight {} after close()",
                    config.folder(),
                    gate.callsInFlight(),
                    timeout);
        }
    }

    /** Closes in reverse order of opening, the database last. */
    private void closeParts() {
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
    }

    static StoreException closed() {
        return new StoreException(Reason.CLOSED, "the engine is closed");
    }
}
