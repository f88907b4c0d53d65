package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Delete;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.InvalidValueException;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedded engine. A write becomes a {@link Fragment} under a key of its own, without a read: upserts and map entries are
 * merged when a row is read ({@link RowMerge}), as Cassandra does it. {@link GroupCommit} makes it durable; {@link RowReader}
 * finds it again.
 */
public final class RocksEngine implements Engine {
    /** Fragment numbers count up from here for each opening of the folder, so that none is given twice. */
    private static final int OPENING_SHIFT = 40;

    /** How long {@link #close} waits for calls under way, among them backups and compactions. */
    private static final Duration CALLS_END_WITHIN = Duration.ofMinutes(5);

    /** How long to wait for threads that have nothing left to do but what callers have chained to their futures. */
    static final Duration THREADS_END_WITHIN = Duration.ofSeconds(10);

    /** Larger pages are left to the readers: the caller's thread may have others to serve. */
    private static final int MOST_ROWS_AT_ONCE = 100;

    /** So are those with much to step over that has expired. */
    private static final int MOST_STEPS_AT_ONCE = 300;

    private static final Logger log = LoggerFactory.getLogger(RocksEngine.class);

    private final RocksConfig config;
    private final Gate gate = new Gate();
    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final RocksStore store;
    private final WriteClock writeClock;
    private final AtomicLong fragmentNumber;
    private final DiskRoom room;
    private final GroupCommit commits;
    private final Housekeeper housekeeper;
    private final ReadPool readers;
    private final RowReader reader;
    private final MemoryLuck luck = new MemoryLuck();
    private final Inserts inserts;

    /** Something to be read. */
    private interface Reading<T> {
        T read() throws RocksDBException;
    }

    private RocksEngine(RocksConfig config, Schema schema, Consumer<DBOptions> adjust) throws RocksDBException {
        this.config = config;
        try {
            this.store = new RocksStore(config, schema, adjust);
            closing.push(store::close);
            this.writeClock = new WriteClock(config.clock(), store.catalogue().lastWriteTime());
            this.fragmentNumber = new AtomicLong((long) store.catalogue().nextOpening() << OPENING_SHIFT);
            this.room = new DiskRoom(config.folder(), config.reserveBytes());
            this.commits = new GroupCommit(store::commit, gate, writeClock, room, config.maxPendingBytes());
            closing.push(commits::close);
            this.housekeeper = new Housekeeper(store, gate, commits, config.clock());
            closing.push(housekeeper::close);
            this.readers = new ReadPool(config.readers());
            closing.push(readers::close);
            this.reader = new RowReader(store, config.clock(), housekeeper::tidyLater);
            this.inserts = new Inserts(reader, readers, gate);
        } catch (RocksDBException | RuntimeException | Error e) {
            closeParts();
            throw e;
        }
    }

    /**
     * Opens a folder, or makes one, with these tables.
     *
     * @throws StoreException if the folder is in use, from a newer version, or holds tables of another shape
     */
    public static RocksEngine open(RocksConfig config, Schema schema) {
        return open(config, schema, options -> {});
    }

    /** @param adjust may change RocksDB's options once more, for tests that watch it */
    static RocksEngine open(RocksConfig config, Schema schema, Consumer<DBOptions> adjust) {
        try {
            return new RocksEngine(config, schema, adjust);
        } catch (RocksDBException e) {
            throw StoreFolder.explain(config.folder(), e);
        } catch (IllegalStateException e) {
            // What the codecs say of a note of the engine's own that they can't read.
            throw new StoreException(
                    Reason.CORRUPT, "folder " + config.folder() + " can't be opened: " + e.getMessage(), e);
        }
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        WriteImage image = encode(batch);
        return gate.tryEnter() ? commit(image) : CompletableFuture.failedFuture(closed());
    }

    private WriteImage encode(Batch batch) {
        long engineTime = writeClock.next();
        long now = config.clock().instant().getEpochSecond();
        WriteImage image = new WriteImage(batch.writes().size() * 384);
        ByteSink key = new ByteSink(128);
        ByteSink value = new ByteSink(512);
        for (Write write : batch.writes()) {
            long writeTime = write.writeTime() == Write.ENGINE_TIME ? engineTime : write.writeTime();
            append(write, writeTime, now, key, value, image);
        }
        image.sort();
        return image;
    }

    /** Called inside the gate, which is left when the image is durable. */
    private CompletableFuture<Void> commit(WriteImage image) {
        if (image.isEmpty()) {
            gate.leave();
            return CompletableFuture.completedFuture(null);
        }
        return commits.submit(image);
    }

    private void append(Write write, long writeTime, long now, ByteSink key, ByteSink value, WriteImage image) {
        StoredTable stored = store.table(write.table());
        key.truncate(0);
        value.truncate(0);
        stored.bytes().keyPrefix(write.values(), write.table().keySize(), key);
        if (write instanceof Upsert upsert) {
            long expirySecond = upsert.table().expirySecond(upsert.values());
            if (expirySecond <= now) {
                return; // gone before it was written: nobody could ever see it
            }
            stored.bytes().upsertFragment(upsert, writeTime, expirySecond, value);
        } else if (write instanceof Delete) {
            housekeeper.forgetLater(stored, key, writeTime, image);
            int start = Fragment.start(value, Fragment.DELETE, writeTime, Fragment.NEVER);
            Fragment.finish(value, start, Fragment.NEVER);
        }
        key.putLong(fragmentNumber.incrementAndGet());
        image.put(stored.family(), key, value);
    }

    @Override
    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
        return select.limit() <= MOST_ROWS_AT_ONCE && luck.worthTrying()
                ? readAtOnce(select)
                : answer(select.table(), () -> reader.page(select));
    }

    /** What is in memory takes no longer to read than to hand over to another thread. */
    private <R extends Record> CompletableFuture<Page<R>> readAtOnce(Select<R> select) {
        if (!gate.tryEnter()) {
            return CompletableFuture.failedFuture(closed());
        }
        CompletableFuture<Page<R>> answer = new CompletableFuture<>();
        answer(select.table(), () -> reader.pageFromMemory(select, MOST_STEPS_AT_ONCE), answer);
        boolean missed = !answer.isCompletedExceptionally() && answer.join() == null;
        luck.tried(!missed);
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
            failure = RocksFailure.of("reading " + table.name(), e);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        // Before the answer is given: whatever the caller has chained to it is no longer part of the call.
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
        requireUnexpired(insertion);
        StoredTable stored = store.table(table);
        return inserts.insertIfAbsent(stored, table, insertion.values(), () -> {
            WriteImage image = encode(Batch.of(insertion));
            gate.enterAgain();
            return commit(image);
        });
    }

    /** A row that has expired is never seen, so any number of callers would be told that theirs was the first. */
    private void requireUnexpired(Upsert insertion) {
        Table<?> table = insertion.table();
        Instant now = config.clock().instant();
        if (table.expirySecond(insertion.values()) <= now.getEpochSecond()) {
            Ttl ttl = table.declaration().ttl().orElseThrow();
            throw new InvalidValueException(
                    "TTL anchor " + ttl.anchor().name() + " of " + table.name(),
                    insertion.values()[table.positionOf(ttl.anchor())],
                    "a time after " + now.minus(ttl.life()) + ", as rows live for " + ttl.life()
                            + ": one that has expired can't be inserted");
        }
    }

    @Override
    public Health check() {
        if (gate.isClosing()) {
            return new Health(Optional.of("closed"));
        }
        return new Health(room.refusal().map(StoreException::getMessage).or(commits::problem));
    }

    /** Makes a copy that can be opened like the original, in a folder that must not exist yet; cheap on the same disk. */
    public void checkpoint(Path target) {
        inside(() -> RocksBackups.checkpoint(store.db(), config.folder(), target));
    }

    /** Adds a backup of this moment to a folder of backups. Files that are there already are not copied again. */
    public void backup(Path backups) {
        inside(() -> RocksBackups.backup(store.db(), config.folder(), backups));
    }

    /** Restores the latest backup into a folder, which must be empty or missing. */
    public static void restore(Path backups, Path folder) {
        RocksBackups.restore(backups, folder);
    }

    /** Moves everything into as few files as can be and drops what has expired: for tests, and before measuring. */
    public void compact() {
        inside(store::compact);
    }

    /** Runs the chores that are due now instead of waiting for their time. */
    void housekeep() {
        inside(housekeeper::runNow);
    }

    /** How many fragments a table is stored in, whether or not they still matter. */
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

    /** Finishes what was accepted, then gives the folder back. Waits also if the thread is interrupted. */
    @Override
    public void close() {
        close(CALLS_END_WITHIN);
    }

    synchronized void close(Duration patience) {
        if (gate.isClosing()) {
            return;
        }
        if (gate.close(patience)) {
            closeParts();
        } else {
            log.error(
                    "folder {} stays open until the process ends: {} calls have not ended {} after close()",
                    config.folder(),
                    gate.calls(),
                    patience);
        }
    }

    /** What was opened last is closed first, the database last of all. */
    private void closeParts() {
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
    }

    static StoreException closed() {
        return new StoreException(Reason.CLOSED, "the engine is closed");
    }
}
