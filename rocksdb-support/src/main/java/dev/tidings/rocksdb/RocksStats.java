package dev.tidings.rocksdb;

import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The state of a RocksDB over all its column families, as RocksDB's own properties report it.
 *
 * @param fileBytes the size of its table files
 * @param memtableBytes the memory of writes that are not flushed yet
 * @param compactionPendingBytes an estimate of what compactions still have to rewrite; writes are slowed down when it grows too large
 * @param writesStopped whether writes wait for a flush or a compaction
 */
public record RocksStats(
        long fileBytes,
        long memtableBytes,
        long compactionPendingBytes,
        long runningCompactions,
        long runningFlushes,
        boolean writesStopped) {

    public static RocksStats of(RocksDB db) {
        try {
            return new RocksStats(
                    db.getAggregatedLongProperty("rocksdb.total-sst-files-size"),
                    db.getAggregatedLongProperty("rocksdb.cur-size-all-mem-tables"),
                    db.getAggregatedLongProperty("rocksdb.estimate-pending-compaction-bytes"),
                    db.getLongProperty("rocksdb.num-running-compactions"),
                    db.getLongProperty("rocksdb.num-running-flushes"),
                    db.getLongProperty("rocksdb.is-write-stopped") != 0);
        } catch (RocksDBException e) {
            throw new IllegalStateException("the properties of RocksDB can't be read: " + e.getMessage(), e);
        }
    }
}
