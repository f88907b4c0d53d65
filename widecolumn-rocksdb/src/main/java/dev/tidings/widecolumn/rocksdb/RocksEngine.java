package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Delete;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.rocksdb.RocksDBException;

/**
 * The embedded engine. A write becomes a {@link Fragment} under a key of its own, without a read: upserts and map entries are
 * merged when a row is read ({@link RowMerge}), as Cassandra does it. {@link GroupCommit} makes it durable; {@link RowReader}
 * finds it again.
 */
public final class RocksEngine implements Engine {
    /** Fragment numbers count up from here for each opening of the folder, so that none is given twice. */
    private static final int OPENING_SHIFT = 40;

    private final RocksConfig config;
    private final RocksStore store;
    private final WriteClock writeClock;
    private final AtomicLong fragmentNumber;
    private final DiskRoom room;
    private final GroupCommit commits;
    private final Housekeeper housekeeper;
    private final ReadPool readers;
    private final RowReader reader;
    private final Inserts inserts;
    private volatile boolean closed;

    private RocksEngine(RocksConfig config, Schema schema) throws RocksDBException {
        this.config = config;
        this.store = new RocksStore(config, schema);
        this.writeClock = new WriteClock(config.clock(), store.catalogue().lastWriteTime());
        this.fragmentNumber = new AtomicLong((long) store.catalogue().nextOpening() << OPENING_SHIFT);
        this.room = new DiskRoom(config.folder(), config.reserveBytes());
        this.commits = new GroupCommit(store, writeClock, room, config.maxPendingBytes());
        this.housekeeper = new Housekeeper(store, commits, config.clock());
        this.readers = new ReadPool(config.readers());
        this.reader = new RowReader(store, config.clock(), housekeeper::tidyLater);
        this.inserts = new Inserts(store, reader, readers);
    }

    /**
     * Opens a folder, or makes one, with these tables.
     *
     * @throws StoreException if the folder is in use, from a newer version, or holds tables of another shape
     */
    public static RocksEngine open(RocksConfig config, Schema schema) {
        try {
            return new RocksEngine(config, schema);
        } catch (RocksDBException e) {
            throw StoreFolder.explain(config.folder(), e);
        }
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        long engineTime = writeClock.next();
        long now = config.clock().instant().getEpochSecond();
        WriteImage image = new WriteImage(batch.writes().size() * 384);
        ByteSink key = new ByteSink(128);
        ByteSink value = new ByteSink(512);
        for (Write write : batch.writes()) {
            long writeTime = write.writeTime() == Write.ENGINE_TIME ? engineTime : write.writeTime();
            append(write, writeTime, now, key, value, image);
        }
        return image.isEmpty() ? CompletableFuture.completedFuture(null) : commits.submit(image);
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
        CompletableFuture<Page<R>> answer = new CompletableFuture<>();
        try {
            readers.execute(() -> {
                try {
                    answer.complete(reader.page(select));
                } catch (RocksDBException e) {
                    answer.completeExceptionally(readFailure(select.table(), e));
                } catch (RuntimeException | Error e) {
                    answer.completeExceptionally(e);
                }
            });
        } catch (StoreException e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
        Batch insertion = Batch.of(table.upsert(row));
        return inserts.insertIfAbsent(table, insertion.writes().get(0).values(), () -> write(insertion));
    }

    @Override
    public Health check() {
        return new Health(closed ? Optional.of("closed") : room.refusal().map(StoreException::getMessage));
    }

    /** Makes a copy that can be opened like the original, in a folder that must not exist yet; cheap on the same disk. */
    public void checkpoint(Path target) {
        RocksBackups.checkpoint(store.db(), target);
    }

    /** Adds a backup of this moment to a folder of backups. Files that are there already are not copied again. */
    public void backup(Path backups) {
        RocksBackups.backup(store.db(), backups);
    }

    /** Restores the latest backup into a folder, which must be empty or missing. */
    public static void restore(Path backups, Path folder) {
        RocksBackups.restore(backups, folder);
    }

    /** Moves everything into as few files as can be and drops what has expired: for tests, and before measuring. */
    public void compact() {
        store.compact();
    }

    /** Runs the chores that are due now instead of waiting for their time. */
    void housekeep() {
        housekeeper.runNow();
    }

    /** How many fragments a table is stored in, whether or not they still matter. */
    long fragments(Table<?> table) {
        return store.fragments(store.table(table));
    }

    /** Finishes what was accepted, then gives the folder back. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        housekeeper.close();
        readers.close();
        commits.close();
        store.close();
    }

    static StoreException readFailure(Table<?> table, RocksDBException e) {
        return new StoreException(Reason.CORRUPT, "reading " + table.name() + " failed: " + e.getMessage(), e);
    }
}
