package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.rocksdb.CommonOptions;
import dev.tidings.rocksdb.RocksStats;
import dev.tidings.rocksdb.WriteBatchBuffer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
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
    private final Options options = new Options();
    private final WriteOptions synced = new WriteOptions().setSync(true);
    private final WriteOptions unsynced = new WriteOptions();
    private final ReadOptions reading = new ReadOptions();
    private final ReadOptions scanning = new ReadOptions().setFillCache(false).setReadaheadSize(SCAN_AHEAD_BYTES);
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

    /** Commits the changes as one batch. */
    void commit(List<WriteBatchBuffer> changes, boolean sync) throws RocksDBException {
        try (WriteBatch batch = WriteBatchBuffer.toBatch(changes)) {
            db.write(sync ? synced : unsynced, batch);
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
