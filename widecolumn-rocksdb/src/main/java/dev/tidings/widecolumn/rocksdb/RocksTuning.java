package dev.tidings.widecolumn.rocksdb;

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
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * How RocksDB is tuned for these tables, and the owner of the native objects that takes. Public so that a benchmark can open bare
 * RocksDB with the very same settings.
 */
public final class RocksTuning implements AutoCloseable {
    /** The hash in front of every key: all rows of a partition share it, and blooms are kept on it. */
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
                // Nothing is looked up by its whole key: the fragment number at its end is known to nobody.
                .setWholeKeyFiltering(false)
                // Indexes and filters count against the budget; in two levels, so that a cold one costs a block, not a
                // megabyte.
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setPinTopLevelIndexAndFilter(true)
                .setPinL0FilterAndIndexBlocksInCache(true);
    }

    public DBOptions dbOptions() {
        return own(new DBOptions())
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setWriteBufferManager(memtables)
                .setMaxTotalWalSize(4 * config.memtableBytes())
                .setMaxBackgroundJobs(Math.max(2, Runtime.getRuntime().availableProcessors()))
                .setMaxOpenFiles(1024)
                // Whoever closes the last iterator on files that are no longer needed would otherwise delete them.
                .setAvoidUnnecessaryBlockingIO(true)
                .setBytesPerSync(1 << 20)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(4)
                .setStatsDumpPeriodSec(0);
    }

    /** A column family whose keys start with the partition's hash. */
    public ColumnFamilyOptions tableOptions() {
        return own(new ColumnFamilyOptions())
                .setTableFormatConfig(blocks)
                .useFixedLengthPrefixExtractor(PREFIX_BYTES)
                .setMemtablePrefixBloomSizeRatio(0.05)
                .setWriteBufferSize(Math.max(1 << 20, config.memtableBytes() / 2))
                .setCompressionType(CompressionType.LZ4_COMPRESSION);
    }

    /**
     * The same, with expired fragments dropped by compaction and every file compacted at least once in this many seconds, so that
     * what has expired goes even where nothing new is written.
     */
    ColumnFamilyOptions expiringTableOptions(long windowSeconds) {
        CassandraCompactionFilter filter = own(new CassandraCompactionFilter(true, 0));
        return tableOptions().setCompactionFilter(filter).setPeriodicCompactionSeconds(windowSeconds);
    }

    /**
     * Files are merged with others of their size instead of into levels, and later: each row is rewritten a few times and not ten,
     * and the more rows there are the more that matters. What will be merged again is not compressed, and nobody looks for
     * partitions that are not there, so that a bloom over rows in memory would only have to be kept. A read has more to look into.
     */
    static ColumnFamilyOptions compactedLess(ColumnFamilyOptions options) {
        return options.setCompactionStyle(CompactionStyle.UNIVERSAL)
                .setLevel0FileNumCompactionTrigger(8)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setBottommostCompressionType(CompressionType.LZ4_COMPRESSION)
                .setMemtablePrefixBloomSizeRatio(0);
    }

    /** A small column family for the engine's own notes. */
    ColumnFamilyOptions notesOptions() {
        return own(new ColumnFamilyOptions()).setWriteBufferSize(1 << 20);
    }

    private <T extends AutoCloseable> T own(T nativeObject) {
        natives.push(nativeObject);
        return nativeObject;
    }

    /** To be called after the database that uses it is closed. */
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
