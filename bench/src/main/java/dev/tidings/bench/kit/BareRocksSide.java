package dev.tidings.bench.kit;

import dev.tidings.widecolumn.rocksdb.Durability;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksTuning;
import dev.tidings.widecolumn.rocksdb.RowImage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** The reference on RocksDB: writes and reads the same rows through the plain API, with the tuning and the row encoding of the kit. */
final class BareRocksSide implements AutoCloseable {
    private static final int PREFIX_BYTES = 8;

    static {
        RocksDB.loadLibrary();
    }

    private final WorkerThreads threads = new WorkerThreads(KitRocksSide.THREADS);
    private final RocksTuning tuning;
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final RocksDB db;
    private final WriteOptions writeOptions;
    private final ReadOptions readOptions = new ReadOptions().setPrefixSameAsStart(true);
    private final List<byte[]> prefixes = new ArrayList<>();

    BareRocksSide(RocksConfig config) throws RocksDBException {
        tuning = new RocksTuning(config);
        writeOptions = new WriteOptions().setSync(config.durability() == Durability.FSYNC);
        List<ColumnFamilyDescriptor> families = List.of(
                new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tuning.tableOptions()),
                new ColumnFamilyDescriptor("bench_inbox".getBytes(StandardCharsets.UTF_8), tuning.tableOptions()));
        config.folder().toFile().mkdirs();
        db = RocksDB.open(tuning.dbOptions(), config.folder().toString(), families, handles);
    }

    /** Encodes the rows as the kit does. */
    static List<RowImage> images(List<KitRow> rows) {
        List<RowImage> images = new ArrayList<>(rows.size());
        for (KitRow row : rows) {
            images.add(RowImage.of(KitRow.TABLE.upsert(row), row.createdAt().toEpochMilli() * 1000, images.size()));
        }
        return images;
    }

    double write(List<RowImage> newRows) throws Exception {
        threads.run(thread -> {
            int step = KitRocksSide.THREADS * KitRocksSide.BATCH;
            for (int at = thread * KitRocksSide.BATCH; at < newRows.size(); at += step) {
                try (WriteBatch batch = new WriteBatch()) {
                    for (RowImage row : newRows.subList(at, Math.min(at + KitRocksSide.BATCH, newRows.size()))) {
                        batch.put(handles.get(1), row.key(), row.value());
                    }
                    db.write(writeOptions, batch);
                }
            }
        });
        return newRows.size();
    }

    double readPages(int count) throws Exception {
        threads.run(thread -> {
            for (int i = thread; i < count; i += KitRocksSide.THREADS) {
                readPage(prefixes.get(ThreadLocalRandom.current().nextInt(prefixes.size())));
            }
        });
        return count;
    }

    private void readPage(byte[] prefix) {
        List<byte[]> keys = new ArrayList<>(KitRocksSide.PAGE);
        List<byte[]> values = new ArrayList<>(KitRocksSide.PAGE);
        try (RocksIterator iterator = db.newIterator(handles.get(1), readOptions)) {
            for (iterator.seek(prefix); iterator.isValid() && values.size() < KitRocksSide.PAGE; iterator.next()) {
                keys.add(iterator.key());
                values.add(iterator.value());
            }
        }
        if (values.size() != KitRocksSide.PAGE) {
            throw new IllegalStateException("a page of " + values.size() + " rows");
        }
    }

    /** Computes the partition hash of each user in advance, so that only the reads are measured. */
    private void preparePrefixes(long users) {
        for (long user = prefixes.size(); user < users; user++) {
            byte[] key =
                    RowImage.of(KitRow.TABLE.upsert(KitRow.firstOf(user)), 0, 0).key();
            prefixes.add(Arrays.copyOf(key, PREFIX_BYTES));
        }
    }

    /** Flushes and compacts everything, and prepares to read the pages of this many rows. */
    void settle(long rows) throws RocksDBException {
        try (FlushOptions flush = new FlushOptions()) {
            db.flush(flush, handles);
        }
        db.compactRange(handles.get(1));
        preparePrefixes(KitRow.users(rows));
    }

    @Override
    public void close() {
        handles.forEach(ColumnFamilyHandle::close);
        db.close();
        readOptions.close();
        writeOptions.close();
        tuning.close();
        threads.close();
    }
}
