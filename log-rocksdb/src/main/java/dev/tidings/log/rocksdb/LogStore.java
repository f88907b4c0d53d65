package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.rocksdb.CommonOptions;
import dev.tidings.rocksdb.RocksStats;
import dev.tidings.rocksdb.WriteBatchBuffer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * The open RocksDB database of a log: commits batches, reads the next sequence, and scans and iterates over the stored records. Owns all
 * native handles and frees them on close.
 */
final class LogStore implements AutoCloseable {
    private static final long BLOCK_CACHE_BYTES = 16 << 20;
    private static final long SCAN_AHEAD_BYTES = 2 << 20;

    static {
        RocksDB.loadLibrary();
    }

    private final LRUCache cache = new LRUCache(BLOCK_CACHE_BYTES);
    private final Options options = options();
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final WriteOptions unsynced = new WriteOptions();
    private final ReadOptions reading = new ReadOptions();
    private final ReadOptions scanning = new ReadOptions().setFillCache(false).setReadaheadSize(SCAN_AHEAD_BYTES);
    /** Held by each commit, and by a checkpoint for as long as the log has to stand still. */
    private final ReentrantLock committing = new ReentrantLock(true);

    private final RocksDB db;

    /** @param adjust changes RocksDB's options last; for tests that observe it */
    LogStore(RocksLogConfig config, Consumer<Options> adjust) {
        CommonOptions.applyTo(options)
                .setWriteBufferSize(Math.max(1 << 20, config.memtableBytes() / 2))
                .setMaxWriteBufferNumber(3)
                // There is one writer: support for concurrent ones only costs.
                .setAllowConcurrentMemtableWrite(false)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setTableFormatConfig(
                        new BlockBasedTableConfig().setBlockCache(cache).setBlockSize(16 << 10))
                .setMaxOpenFiles(256);
        adjust.accept(options);
        try {
            db = RocksDB.open(options, config.folder().toString());
        } catch (RocksDBException e) {
            closeOptions();
            throw LogFolder.explain(config.folder(), e);
        }
    }

    private static Options options() {
        try (DBOptions common = CommonOptions.create();
                ColumnFamilyOptions records = new ColumnFamilyOptions()) {
            return new Options(common, records);
        }
    }

    /** Commits the changes as one batch. */
    void commit(List<WriteBatchBuffer> changes, boolean sync) throws RocksDBException {
        try (WriteBatch batch = WriteBatchBuffer.toBatch(changes)) {
            committing.lock();
            try {
                db.write(sync ? synced : unsynced, batch);
            } finally {
                committing.unlock();
            }
        }
    }

    void compact() {
        try (FlushOptions flush = new FlushOptions();
                CompactRangeOptions all =
                        new CompactRangeOptions().setBottommostLevelCompaction(BottommostLevelCompaction.kForce)) {
            db.flush(flush);
            db.compactRange(db.getDefaultColumnFamily(), null, null, all);
        } catch (RocksDBException e) {
            throw failed("compaction", e);
        }
    }

    /** Copies the database to a folder that does not exist yet. No commit runs from before {@code meanwhile} until the copy is complete. */
    void checkpoint(Path target, Runnable meanwhile) throws RocksDBException {
        try (FlushOptions flush = new FlushOptions();
                Checkpoint checkpoint = Checkpoint.create(db)) {
            // Before commits wait, so that the checkpoint has little left to write.
            db.flush(flush);
            committing.lock();
            try {
                meanwhile.run();
                checkpoint.createCheckpoint(target.toString());
            } finally {
                committing.unlock();
            }
        }
    }

    /** The next sequence as of the last commit; 0 in a new log. */
    long nextSequence() {
        try {
            byte[] noted = db.get(LogKey.NEXT_SEQUENCE);
            return noted == null ? 0 : ByteBuffer.wrap(noted).getLong();
        } catch (RocksDBException e) {
            throw failed("reading the next sequence", e);
        }
    }

    /** Iterates over the keys of all waiting records. Takes about a second per million. */
    void scan(Consumer<byte[]> keys) {
        try (RocksIterator iterator = db.newIterator(scanning)) {
            for (iterator.seek(new byte[] {1}); iterator.isValid(); iterator.next()) {
                keys.accept(iterator.key());
            }
            iterator.status();
        } catch (RocksDBException e) {
            throw failed("scanning the log", e);
        }
    }

    /** An iterator over a snapshot of now; the caller closes it. */
    RocksIterator iterator() {
        return db.newIterator(reading);
    }

    RocksStats stats() {
        return RocksStats.of(db);
    }

    static LogException failed(String what, RocksDBException e) {
        return new LogException(Reason.FAILED, what + " failed: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        db.close();
        closeOptions();
    }

    private void closeOptions() {
        scanning.close();
        reading.close();
        unsynced.close();
        synced.close();
        options.close();
        cache.close();
    }
}
