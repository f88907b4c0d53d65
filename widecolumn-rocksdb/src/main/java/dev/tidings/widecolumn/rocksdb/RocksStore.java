package dev.tidings.widecolumn.rocksdb;

import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Owns the open RocksDB database of the engine and all its native handles: a column family per table, and two for the engine itself.
 * Commits write batches, opens scans, and frees everything on close.
 */
final class RocksStore implements GroupCommit.Store, AutoCloseable {
    /** The column family of purge entries, sorted by due time; see {@link FragmentCleaner}. */
    private static final String PURGES = "_purges";

    static {
        RocksDB.loadLibrary();
    }

    private static final Duration DEFAULT_WINDOW = Duration.ofDays(1);

    private final RocksConfig config;
    private final RocksTuning tuning;
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final Map<Table<?>, StoredTable> tables = new IdentityHashMap<>();
    private static final int MAX_SKIPPED_IN_MEMORY = 1_000;

    private final ReadOptions onePartition;
    private final ReadOptions anyOrder;
    private final ReadOptions onePartitionInMemory;
    private final ReadOptions anyOrderInMemory;
    private final WriteOptions durable;
    private final WriteOptions unsynced = new WriteOptions();
    private final CompactRangeOptions compaction =
            new CompactRangeOptions().setBottommostLevelCompaction(BottommostLevelCompaction.kForce);
    private final RocksDB db;
    private final StoreMetadata storeMetadata;
    private final ColumnFamilyHandle purges;
    private final int purgesFamily;

    /** @param adjust changes RocksDB's options, for tests that observe it */
    RocksStore(RocksConfig config, Schema schema, Consumer<DBOptions> adjust) {
        this.config = config;
        // First, so that a refusal has no native objects to free.
        StoreFolder.prepare(config.folder());
        this.tuning = new RocksTuning(config);
        this.onePartition = new ReadOptions().setPrefixSameAsStart(true);
        this.anyOrder = new ReadOptions().setTotalOrderSeek(true);
        this.onePartitionInMemory = inMemory(onePartition);
        this.anyOrderInMemory = inMemory(anyOrder);
        this.durable = new WriteOptions().setSync(config.durability() == Durability.FSYNC);
        RocksDB opened = null;
        try {
            DBOptions options = tuning.dbOptions();
            adjust.accept(options);
            opened = RocksDB.open(options, config.folder().toString(), families(schema), handles);
            db = opened;
            storeMetadata = new StoreMetadata(db);
            purges = handle(PURGES);
            purgesFamily = purges.getID();
            for (Table<?> table : schema.tables()) {
                tables.put(table, new StoredTable(table, handle(table.name()), storeMetadata.columnIds(table)));
            }
        } catch (RocksDBException e) {
            closeNatives(opened);
            throw StoreFolder.openFailure(config.folder(), e);
        } catch (RuntimeException | Error e) {
            closeNatives(opened);
            throw e;
        }
    }

    RocksDB db() {
        return db;
    }

    StoreMetadata storeMetadata() {
        return storeMetadata;
    }

    StoredTable table(Table<?> table) {
        StoredTable stored = tables.get(table);
        if (stored == null) {
            throw new StoreException(
                    Reason.MISCONFIGURED, "table " + table.name() + " is not in the schema this store was opened with");
        }
        return stored;
    }

    StoredTable table(String name) {
        return tables.values().stream()
                .filter(t -> t.table().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    ColumnFamilyHandle purges() {
        return purges;
    }

    int purgeFamilyId() {
        return purgesFamily;
    }

    /** The same options, but a read fails where it would have to wait for the disk or skip too many keys. */
    private static ReadOptions inMemory(ReadOptions options) {
        return new ReadOptions(options)
                .setReadTier(ReadTier.BLOCK_CACHE_TIER)
                .setMaxSkippableInternalKeys(MAX_SKIPPED_IN_MEMORY);
    }

    RowScan scan(StoredTable stored, KeyRange range, boolean backwards) throws RocksDBException {
        return scan(stored, range, backwards, range.inOnePrefix() ? onePartition : anyOrder);
    }

    /** A scan that never waits for the disk: it fails with {@code Incomplete} where it would have to. */
    RowScan scanMemory(StoredTable stored, KeyRange range, boolean backwards) throws RocksDBException {
        return scan(stored, range, backwards, range.inOnePrefix() ? onePartitionInMemory : anyOrderInMemory);
    }

    private RowScan scan(StoredTable stored, KeyRange range, boolean backwards, ReadOptions options)
            throws RocksDBException {
        RocksIterator iterator = db.newIterator(stored.handle(), options);
        try {
            return new RowScan(iterator, range, backwards);
        } catch (RocksDBException | RuntimeException e) {
            iterator.close();
            throw e;
        }
    }

    @Override
    public void commit(List<WriteBatchBuffer> changes, boolean sync) throws RocksDBException {
        try (WriteBatch batch = WriteBatchBuffer.toBatch(changes)) {
            db.write(sync ? durable : unsynced, batch);
        }
    }

    @Override
    public void sync() throws RocksDBException {
        if (config.durability() == Durability.FSYNC) {
            db.syncWal();
        }
    }

    long fragments(StoredTable stored) {
        long count = 0;
        try (RocksIterator iterator = db.newIterator(stored.handle(), anyOrder)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                count++;
            }
        }
        return count;
    }

    /** Writes what is in memory to table files. */
    void flush() {
        try (FlushOptions flush = new FlushOptions()) {
            db.flush(flush, handles);
        } catch (RocksDBException e) {
            throw RocksErrors.of("flush", e);
        }
    }

    void cancelCompaction() {
        compaction.setCanceled(true);
    }

    void compact() {
        flush();
        try {
            for (StoredTable stored : tables.values()) {
                db.compactRange(stored.handle(), null, null, compaction);
            }
            // A manifest begins with the files before the change that it was written for. This change replaces the one
            // that still names the first and last keys of the compacted files.
            storeMetadata.noteCompaction();
            flush();
        } catch (RocksDBException e) {
            throw RocksErrors.of("compaction", e);
        }
    }

    private List<ColumnFamilyDescriptor> families(Schema schema) throws RocksDBException {
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        Set<String> named = new LinkedHashSet<>();
        families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tuning.notesOptions()));
        families.add(new ColumnFamilyDescriptor(PURGES.getBytes(StandardCharsets.UTF_8), tuning.notesOptions()));
        for (Table<?> table : schema.tables()) {
            families.add(family(table.name(), options(table.declaration())));
            named.add(table.name());
        }
        // RocksDB requires every family to be opened, also those of tables that are no longer declared.
        for (String existing : existing()) {
            if (!existing.equals(PURGES) && !existing.equals("default") && named.add(existing)) {
                families.add(family(existing, tuning.expiringTableOptions(DEFAULT_WINDOW.toSeconds())));
            }
        }
        return families;
    }

    private List<String> existing() throws RocksDBException {
        try (Options options = new Options()) {
            return RocksDB.listColumnFamilies(options, config.folder().toString()).stream()
                    .map(name -> new String(name, StandardCharsets.UTF_8))
                    .toList();
        }
    }

    private ColumnFamilyOptions options(Declaration table) {
        Duration window = table.compactionWindow().orElse(DEFAULT_WINDOW);
        ColumnFamilyOptions options =
                table.ttl().isPresent() ? tuning.expiringTableOptions(window.toSeconds()) : tuning.tableOptions();
        return table.writeOptimized() ? RocksTuning.withUniversalCompaction(options) : options;
    }

    private static ColumnFamilyDescriptor family(String name, ColumnFamilyOptions options) {
        return new ColumnFamilyDescriptor(name.getBytes(StandardCharsets.UTF_8), options);
    }

    private ColumnFamilyHandle handle(String name) {
        byte[] wanted = name.getBytes(StandardCharsets.UTF_8);
        for (ColumnFamilyHandle handle : handles) {
            try {
                if (Arrays.equals(handle.getName(), wanted)) {
                    return handle;
                }
            } catch (RocksDBException e) {
                throw new StoreException(Reason.CORRUPT, "column family of " + name + ": its name can't be read", e);
            }
        }
        throw new StoreException(Reason.CORRUPT, "column family " + name + " was not opened");
    }

    @Override
    public void close() {
        closeNatives(db);
    }

    private void closeNatives(RocksDB opened) {
        handles.forEach(ColumnFamilyHandle::close);
        if (opened != null) {
            opened.close();
        }
        onePartition.close();
        anyOrder.close();
        onePartitionInMemory.close();
        anyOrderInMemory.close();
        durable.close();
        unsynced.close();
        compaction.close();
        tuning.close();
    }
}
