package dev.tidings.bench.service;

import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.DetailsRow;
import dev.tidings.tables.InboxChangeRow;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksTuning;
import dev.tidings.widecolumn.rocksdb.RowImage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** The reference for batches: bare RocksDB that writes the rows of the same notifications, five each, with one sync for 500. */
final class BareRows implements AutoCloseable {
    private static final List<Table<?>> TABLES = List.of(
            NotificationRow.TABLE, InboxRow.TABLE, InboxChangeRow.TABLE, DetailsRow.TABLE, TenantNotificationRow.TABLE);
    private static final int NOTIFICATIONS_PER_SYNC = 500;

    static {
        RocksDB.loadLibrary();
    }

    private final RocksTuning tuning;
    private final List<ColumnFamilyHandle> handles = new ArrayList<>();
    private final RocksDB db;
    private final WriteOptions sync = new WriteOptions().setSync(true);
    private long stored;

    /** The rows of one notification, each for the table of the same number. */
    record Rows(List<RowImage> images) {}

    BareRows(Path folder) throws RocksDBException {
        tuning = new RocksTuning(RocksConfig.in(folder));
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        families.add(new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, tuning.tableOptions()));
        for (Table<?> table : TABLES) {
            families.add(
                    new ColumnFamilyDescriptor(table.name().getBytes(StandardCharsets.UTF_8), tuning.tableOptions()));
        }
        folder.toFile().mkdirs();
        db = RocksDB.open(tuning.dbOptions(), folder.toString(), families, handles);
    }

    /** Made beforehand, so that only writing is measured. */
    static List<Rows> rows(long first, int count) {
        List<Rows> rows = new ArrayList<>(count);
        for (long n = first; n < first + count; n++) {
            rows.add(rows(n));
        }
        return rows;
    }

    private static Rows rows(long n) {
        long millis = System.currentTimeMillis();
        UUID id = UuidV7.of(millis, (int) n, n * 0x9E3779B97F4A7C15L);
        String tenant = "default";
        String user = Texts.user(n);
        int month = Buckets.month(id);
        List<Upsert> upserts = List.of(
                NotificationRow.TABLE.upsert(new NotificationRow(
                        tenant,
                        user,
                        month,
                        id,
                        id,
                        "default",
                        "{\"in_app\":\"delivered\"}",
                        Instant.ofEpochMilli(millis),
                        0,
                        Map.of("in_app", "delivered"))),
                InboxRow.TABLE.upsert(new InboxRow(
                        tenant,
                        user,
                        month,
                        id,
                        id,
                        "default",
                        "normal",
                        Texts.TITLE,
                        Texts.body(n),
                        Texts.data(n),
                        Texts.LINK,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null)),
                InboxChangeRow.TABLE.upsert(new InboxChangeRow(tenant, user, Buckets.day(id), id, "added", id, id)),
                DetailsRow.TABLE.upsert(new DetailsRow(
                        tenant,
                        id,
                        id,
                        "default",
                        "normal",
                        "Ie7SlZKgjNMg1O",
                        "user",
                        user,
                        null,
                        Texts.request(n),
                        null,
                        null,
                        null,
                        1,
                        1L,
                        null)),
                TenantNotificationRow.TABLE.upsert(new TenantNotificationRow(
                        tenant, Buckets.hour(id), 0, id, id, "default", "normal", "Ie7SlZKgjNMg1O", "user", user)));
        List<RowImage> images = new ArrayList<>(upserts.size());
        for (Upsert upsert : upserts) {
            images.add(RowImage.of(upsert, 1_000 * millis, n));
        }
        return new Rows(images);
    }

    double write(List<Rows> rows) throws RocksDBException {
        for (int at = 0; at < rows.size(); at += NOTIFICATIONS_PER_SYNC) {
            try (WriteBatch batch = new WriteBatch()) {
                for (Rows of : rows.subList(at, Math.min(at + NOTIFICATIONS_PER_SYNC, rows.size()))) {
                    for (int i = 0; i < of.images().size(); i++) {
                        RowImage image = of.images().get(i);
                        batch.put(handles.get(i + 1), image.key(), image.value());
                    }
                }
                db.write(sync, batch);
            }
        }
        stored += rows.size();
        return rows.size();
    }

    /** Of how many notifications it has the rows. */
    long stored() {
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
