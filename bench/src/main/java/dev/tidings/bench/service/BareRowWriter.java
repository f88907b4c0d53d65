package dev.tidings.bench.service;

import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksTuning;
import dev.tidings.widecolumn.rocksdb.RowImage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** The reference for batched writes: plain RocksDB that writes the rows of the same notifications, with one sync per 500 notifications. */
public final class BareRowWriter implements AutoCloseable {
    static final int NOTIFICATIONS_PER_SYNC = 500;

    static {
        RocksDB.loadLibrary();
    }

    private final RocksTuning tuning;
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final RocksDB db;
    private final LongFunction<List<Upsert>> upserts;
    private final WriteOptions sync = new WriteOptions().setSync(true);
    private long stored;

    private final Map<Table<?>, Integer> numbers = new HashMap<>();

    /** The rows of one notification and the indexes of their tables. */
    public record NotificationRows(List<RowImage> images, int[] tables) {}

    /** @param upserts returns the rows of a notification by its number */
    public BareRowWriter(Path folder, List<Table<?>> tables, LongFunction<List<Upsert>> upserts)
            throws RocksDBException {
        this.upserts = upserts;
        tuning = new RocksTuning(RocksConfig.in(folder));
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tuning.tableOptions()));
        for (Table<?> table : tables) {
            numbers.put(table, families.size());
            families.add(
                    new ColumnFamilyDescriptor(table.name().getBytes(StandardCharsets.UTF_8), tuning.tableOptions()));
        }
        folder.toFile().mkdirs();
        db = RocksDB.open(tuning.dbOptions(), folder.toString(), families, handles);
    }

    /** Creates rows in advance, so that only writing is measured. */
    public List<NotificationRows> rows(long first, int count) {
        List<NotificationRows> rows = new ArrayList<>(count);
        for (long n = first; n < first + count; n++) {
            rows.add(rows(n));
        }
        return rows;
    }

    private NotificationRows rows(long n) {
        List<Upsert> made = upserts.apply(n);
        long micros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        List<RowImage> images = new ArrayList<>(made.size());
        for (Upsert upsert : made) {
            images.add(RowImage.of(upsert, micros, n));
        }
        return new NotificationRows(
                images,
                made.stream().mapToInt(upsert -> numbers.get(upsert.table())).toArray());
    }

    public double write(List<NotificationRows> rows) throws RocksDBException {
        for (int at = 0; at < rows.size(); at += NOTIFICATIONS_PER_SYNC) {
            write(rows.subList(at, Math.min(at + NOTIFICATIONS_PER_SYNC, rows.size())), 0, Integer.MAX_VALUE);
        }
        addStored(rows.size());
        return rows.size();
    }

    /** Writes a range of the rows of each notification, with one sync. */
    void write(List<NotificationRows> rows, int from, int to) throws RocksDBException {
        try (WriteBatch batch = new WriteBatch()) {
            for (NotificationRows of : rows) {
                for (int i = from; i < Math.min(to, of.images().size()); i++) {
                    RowImage image = of.images().get(i);
                    batch.put(handles.get(of.tables()[i]), image.key(), image.value());
                }
            }
            db.write(sync, batch);
        }
    }

    /** Adds to the count of notifications whose rows are all stored. */
    void addStored(long notifications) {
        stored += notifications;
    }

    /** The number of notifications whose rows are stored. */
    public long stored() {
        return stored;
    }

    @Override
    public void close() {
        handles.forEach(ColumnFamilyHandle::close);
        db.close();
        sync.close();
        tuning.close();
    }
}
