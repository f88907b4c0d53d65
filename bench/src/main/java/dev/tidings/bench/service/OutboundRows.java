package dev.tidings.bench.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.ProviderMessageRow;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.rocksdb.RocksDBException;

/**
 * Creates the six rows of an email notification as the service stores them: the decision and its origin, the attempt, and the final
 * state. Opens the references {@link BareRowWriter} and {@link BarePipeline} that write them without the service.
 */
public final class OutboundRows {
    private static final List<Table<?>> TABLES = List.of(
            NotificationRow.TABLE,
            NotificationDetailsRow.TABLE,
            TenantNotificationRow.TABLE,
            DeliveryLogRow.TABLE,
            ProviderMessageRow.TABLE);
    private static final String TENANT = "default";
    private static final String PROVIDER = "default/capture";
    /** An unsubscribe link of realistic length. */
    private static final String UNSUBSCRIBE = "http://localhost:8080/u/" + "x".repeat(60);

    private OutboundRows() {}

    public static BareRowWriter open(Path folder) throws RocksDBException {
        return new BareRowWriter(folder, TABLES, OutboundRows::upserts);
    }

    /** The same rows with their log records; the first three rows are written with the decision. */
    public static BarePipeline handover(Path folder, BareRowWriter rows) throws RocksDBException {
        return new BarePipeline(folder, rows, 3);
    }

    /** Creates log records in advance, like the rows. */
    public static List<BarePipeline.LogRecords> records(long first, int count) {
        List<BarePipeline.LogRecords> records = new ArrayList<>(count);
        for (long n = first; n < first + count; n++) {
            records.add(records(n));
        }
        return records;
    }

    private static BarePipeline.LogRecords records(long n) {
        UUID id = UuidV7.of(System.currentTimeMillis(), (int) n, n * 0x9E3779B97F4A7C15L);
        UserKey user = new UserKey(TENANT, SampleNotifications.user(n));
        Notification notification = new Notification(
                TENANT,
                id,
                id,
                "default",
                Priority.NORMAL,
                Set.of(Channel.EMAIL),
                null,
                null,
                "Ie7SlZKgjNMg1O",
                null,
                0,
                request(n).getBytes(UTF_8));
        OutboundDelivery outboundDelivery = OutboundDelivery.first(
                user,
                id,
                id,
                "default",
                Priority.NORMAL,
                Channel.EMAIL,
                null,
                new Message.Email(SampleNotifications.TITLE, SampleNotifications.body(n), null, UNSUBSCRIBE),
                false);
        return new BarePipeline.LogRecords(
                EnvelopeCodec.encode(new Envelope(notification, Optional.of(user.user()), false, false)),
                OutboundDeliveryCodec.entry(outboundDelivery).payload());
    }

    public static String user(long n) {
        return SampleNotifications.user(n);
    }

    public static int users() {
        return SampleNotifications.USERS;
    }

    /** A request like the others, with email as its channel. */
    public static String request(long n) {
        String request = SampleNotifications.request(n);
        return request.substring(0, request.length() - 1) + ",\"channels\":[\"email\"]}";
    }

    private static List<Upsert> upserts(long n) {
        Instant now = Instant.ofEpochMilli(System.currentTimeMillis());
        UUID id = UuidV7.of(now.toEpochMilli(), (int) n, n * 0x9E3779B97F4A7C15L);
        UUID attempt = UuidV7.of(now.toEpochMilli(), (int) n, n * 0x9E3779B97F4A7C17L);
        String messageId = "captured-" + new UUID(n, n * 0x9E3779B97F4A7C15L) + "-1";
        String user = SampleNotifications.user(n);
        int month = Buckets.month(id);
        return List.of(
                NotificationRow.TABLE.upsert(new NotificationRow(
                        TENANT,
                        user,
                        month,
                        id,
                        id,
                        "default",
                        "{\"email\":\"pending; preference default; addresses 1; provider default/capture; content as"
                                + " given\"}",
                        now,
                        0,
                        Map.of("email", "pending"))),
                BareInboxRows.details(TENANT, user, id, Set.of("email"), request(n)),
                BareInboxRows.ofTenant(TENANT, user, id),
                DeliveryLogRow.TABLE.upsert(new DeliveryLogRow(
                        TENANT,
                        id,
                        user,
                        "email",
                        attempt,
                        "attempt",
                        null,
                        0,
                        1,
                        now,
                        1,
                        PROVIDER,
                        messageId,
                        "email",
                        "accepted",
                        null,
                        null,
                        null)),
                ProviderMessageRow.TABLE.upsert(
                        new ProviderMessageRow(PROVIDER, messageId, TENANT, id, user, "email", id, attempt, 0)),
                NotificationRow.TABLE
                        .update(TENANT, user, month, id)
                        .set(NotificationRow.CHANNEL_STATUS, Map.of("email", "sent")));
    }
}
