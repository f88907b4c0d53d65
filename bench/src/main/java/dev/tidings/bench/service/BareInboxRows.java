package dev.tidings.bench.service;

import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxFeedRow;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.rocksdb.RocksDBException;

/**
 * Creates the five rows of an in-app notification as the service stores them, for the {@link BareRowWriter} that writes them without
 * the service.
 */
final class BareInboxRows {
    private static final List<Table<?>> TABLES = List.of(
            NotificationRow.TABLE,
            InboxRow.TABLE,
            InboxFeedRow.TABLE,
            NotificationDetailsRow.TABLE,
            TenantNotificationRow.TABLE);

    private BareInboxRows() {}

    static BareRowWriter open(Path folder) throws RocksDBException {
        return new BareRowWriter(folder, TABLES, BareInboxRows::upserts);
    }

    private static List<Upsert> upserts(long n) {
        long millis = System.currentTimeMillis();
        UUID id = UuidV7.of(millis, (int) n, n * 0x9E3779B97F4A7C15L);
        String tenant = "default";
        String user = SampleNotifications.user(n);
        int month = Buckets.month(id);
        return List.of(
                NotificationRow.TABLE.upsert(new NotificationRow(
                        tenant,
                        user,
                        month,
                        id,
                        id,
                        "default",
                        "{\"in_app\":\"sent\"}",
                        Instant.ofEpochMilli(millis),
                        0,
                        Map.of("in_app", "sent"))),
                InboxRow.TABLE.upsert(new InboxRow(
                        tenant,
                        user,
                        month,
                        id,
                        id,
                        "default",
                        "normal",
                        SampleNotifications.TITLE,
                        SampleNotifications.body(n),
                        SampleNotifications.data(n),
                        SampleNotifications.LINK,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null)),
                InboxFeedRow.TABLE.upsert(
                        new InboxFeedRow(tenant, user, Buckets.month(id), id, "added", id, id, null, null)),
                details(tenant, user, id, null, SampleNotifications.request(n)),
                ofTenant(tenant, user, id));
    }

    static Upsert details(String tenant, String user, UUID id, Set<String> channels, String request) {
        return NotificationDetailsRow.TABLE.upsert(new NotificationDetailsRow(
                tenant,
                id,
                id,
                "default",
                "normal",
                "Ie7SlZKgjNMg1O",
                "user",
                user,
                channels,
                request,
                null,
                null,
                null,
                1,
                1L,
                null));
    }

    static Upsert ofTenant(String tenant, String user, UUID id) {
        return TenantNotificationRow.TABLE.upsert(new TenantNotificationRow(
                tenant, Buckets.hour(id), 0, id, id, "default", "normal", "Ie7SlZKgjNMg1O", "user", user));
    }
}
