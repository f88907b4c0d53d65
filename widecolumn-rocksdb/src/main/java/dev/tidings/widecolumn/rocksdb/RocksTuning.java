package dev.tidings.widecolumn.rocksdb;

import dev.tidings.rocksdb.CommonOptions;
import java.util.ArrayDeque;
import java.util.Deque;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.CassandraCompactionFilter;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * Creates the RocksDB options of the engine and owns their native objects. Public so that a benchmark can open plain RocksDB with the same
 * settings.
 */
public final class RocksTuning implements AutoCloseable {
    /** The length of the hash that starts every key: all rows of a partition share it, and bloom filters are built on it. */
    static final int PREFIX_BYTES = 8;

    static {
        RocksDB.loadLibrary();
    }

    private final Deque<AutoCloseable> natives = new ArrayDeque<>();
    private final RocksConfig config;
    private final Cache cache;
    private final WriteBufferManager memtables;
    private final BlockBasedTableConfig blocks;

    public RocksTuning(RocksConfig config) {
        this.config = config;
        this.cache = own(new LRUCache(config.blockCacheBytes()));
        this.memtables = own(new WriteBufferManager(config.memtableBytes(), own(new LRUCache(1 << 20))));
        this.blocks = new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setBlockSize(8 << 10)
                .setFormatVersion(6)
                .setFilterPolicy(own(new BloomFilter(10, false)))
                // No read looks up a whole key: readers don't know the fragment number at its end.
                .setWholeKeyFiltering(false)
                // Indexes and filters count against the block cache; partitioned, so that a cold one costs a block,
                // not a megabyte.
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinTopLevelIndexAndFilter(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
    }

    public DBOptions dbOptions() {
        return CommonOptions.applyTo(own(CommonOptions.create()))
                .setCreateMissingColumnFamilies(true)
                .setWriteBufferManager(memtables)
                .setMaxTotalWalSize(4 * config.memtableBytes())
                .setMaxBackgroundJobs(Math.max(2, Runtime.getRuntime().availableProcessors()))
                .setMaxOpenFiles(1024)
                // Otherwise the thread that closes the last iterator on obsolete files would delete them.
                .setAvoidUnnecessaryBlockingIO(true);
    }

    /** Options of a column family whose keys start with the partition's hash. */
    public ColumnFamilyOptions tableOptions() {
        return own(new ColumnFamilyOptions())
                .setTableFormatConfig(blocks)
                .useFixedLengthPrefixExtractor(PREFIX_BYTES)
                .setMemtablePrefixBloomSizeRatio(0.05)
                .setWriteBufferSize(Math.max(1 << 20, config.memtableBytes() / 2))
                .setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    /**
     * The same, with expired fragments dropped by compaction. Every file is compacted at least once in this many seconds, so that
     * expired rows are dropped even without new writes.
     */
    ColumnFamilyOptions expiringTableOptions(long windowSeconds) {
        CassandraCompactionFilter filter = own(new CassandraCompactionFilter(true, 0));
        return tableOptions().setCompactionFilter(filter).setPeriodicCompactionSeconds(windowSeconds);
    }

    /**
     * Universal (size-tiered) compaction with a higher trigger, for tables that are read seldom: each row is rewritten a few
     * times instead of ten, which matters the more rows there are. Files that will be merged again are not compressed. Reads of
     * missing partitions are rare, so that a memtable bloom filter would not pay. In exchange a read has more files to search.
     */
    static ColumnFamilyOptions withUniversalCompaction(ColumnFamilyOptions options) {
        return options.setCompactionStyle(CompactionStyle.UNIVERSAL)
                .setLevel0FileNumCompactionTrigger(8)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setBottommostCompressionType(CompressionType.LZ4_COMPRESSION)
                .setMemtablePrefixBloomSizeRatio(0);
    }

    /** Options of a small column family for the engine's own metadata. */
    ColumnFamilyOptions notesOptions() {
        return own(new ColumnFamilyOptions()).setWriteBufferSize(1 << 20);
    }

    private <T extends AutoCloseable> T own(T nativeObject) {
        natives.push(nativeObject);
        return nativeObject;
    }

    /** Must be called after the database that uses the options is closed. */
    @Override
    public void close() {
        while (!natives.isEmpty()) {
            try {
                natives.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("closing a native handle failed", e);
            }
        }
    }
}
