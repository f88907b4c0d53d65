package dev.tidings.server.removal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.erasure.RequestUsers;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.removal.RecordFates.ErasedRecipients;
import dev.tidings.server.schedule.DueRecordCodec;
import dev.tidings.server.storage.StoreSweep;
import dev.tidings.server.webhook.EventUser;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.tables.FailedDeliveryRow;
import dev.tidings.tables.InboxChangeRow;
import dev.tidings.tables.InboxFeedRow;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationContentRow;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.ProviderMessageRow;
import dev.tidings.tables.QuarantinedRecordRow;
import dev.tidings.tables.RecipientRow;
import dev.tidings.tables.ScheduledByTenantRow;
import dev.tidings.tables.ScheduledByUserRow;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.tables.TenantEventRow;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.tables.TopicMemberRow;
import dev.tidings.tables.UserTopicRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.RowFate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Decides for each row of each table whether it has to go because its user was erased, and sweeps all tables. */
final class RowFates {
    private final ErasedUsers erased;
    private final RecordFates records;
    private final Engine engine;
    private final RemovalTally tally;

    RowFates(ErasedUsers erased, Engine engine, RemovalTally tally) {
        this.erased = erased;
        this.records = new RecordFates(erased);
        this.engine = engine;
        this.tally = tally;
    }

    /** Sweeps all tables and returns the number of rows that were removed or replaced. */
    long sweep(StoreSweep stores) {
        return stores.rows(InboxRow.TABLE, this::inbox)
                + stores.rows(NotificationRow.TABLE, row -> fate(row.tenant(), row.userId(), id(row), "history"))
                + stores.rows(
                        InboxFeedRow.TABLE,
                        row -> fate(
                                row.tenant(),
                                row.userId(),
                                since(row.changeId(), row.notificationId(), row.position()),
                                "history"))
                + stores.rows(
                        InboxChangeRow.TABLE,
                        row -> fate(
                                row.tenant(),
                                row.userId(),
                                since(row.changeId(), row.notificationId(), row.position()),
                                "history"))
                + stores.rows(
                        RecipientRow.TABLE, row -> fate(row.tenant(), row.userId(), row.notificationId(), "history"))
                + stores.rows(NotificationDetailsRow.TABLE, this::details)
                // After the details: content without them was for erased users only.
                + stores.rows(NotificationContentRow.TABLE, this::content)
                + stores.rows(TenantNotificationRow.TABLE, this::ofTenant)
                + stores.rows(
                        DeliveryLogRow.TABLE,
                        row -> fate(row.tenant(), row.userId(), row.notificationId(), "deliveries"))
                + stores.rows(
                        ProviderMessageRow.TABLE,
                        row -> fate(row.tenant(), row.userId(), row.notificationId(), "deliveries"))
                + stores.rows(
                        FailedDeliveryRow.TABLE,
                        row -> fate(row.tenant(), row.userId(), row.notificationId(), "deadLetters"))
                + stores.rows(TenantEventRow.TABLE, this::event)
                + stores.rows(QuarantinedRecordRow.TABLE, this::quarantined)
                + stores.rows(ScheduledNotificationRow.TABLE, this::scheduled)
                + stores.rows(ScheduledByUserRow.TABLE, this::scheduledByUser)
                + stores.rows(ScheduledByTenantRow.TABLE, new TenantScheduleFates(erased, engine)::of)
                + stores.rows(TopicMemberRow.TABLE, row -> fate(row.tenant(), row.userId(), row.addedAt(), "topics"))
                + stores.rows(UserTopicRow.TABLE, row -> fate(row.tenant(), row.userId(), row.addedAt(), "topics"));
    }

    private RowFate inbox(InboxRow row) {
        UUID id = Objects.requireNonNullElse(row.notificationId(), row.position());
        RowFate fate = fate(row.tenant(), row.userId(), id, "inbox");
        if (fate != RowFate.KEEP) {
            tally.addInbox(new UserKey(row.tenant(), row.userId()));
        }
        return fate;
    }

    /** A row to which only a state was written has no id. */
    private static UUID id(NotificationRow row) {
        return Objects.requireNonNullElse(row.notificationId(), row.position());
    }

    /** A change after an erasure may be about a notification from before. */
    private static Instant since(UUID change, UUID notification, UUID position) {
        UUID about = notification == null ? position : notification;
        Instant changed = UuidV7.time(change);
        return about == null ? changed : ErasedUsers.earlier(changed, UuidV7.time(about));
    }

    private RowFate details(NotificationDetailsRow row) {
        if (row.request() == null || !erased.hasAny(row.tenant())) {
            return RowFate.KEEP;
        }
        byte[] request = row.request().getBytes(UTF_8);
        Instant acceptedAt = ErasedUsers.acceptedAt(row.notificationId(), row.source());
        List<String> users = RequestUsers.of(request);
        List<String> gone = users.stream()
                .filter(user -> erased.isErased(row.tenant(), user, acceptedAt))
                .toList();
        gone.forEach(user -> tally.add(new UserKey(row.tenant(), user), "history"));
        if (gone.isEmpty()) {
            return RowFate.KEEP;
        }
        if (gone.size() == users.size()) {
            return RowFate.REMOVE;
        }
        String rest = new String(RequestUsers.without(request, gone), UTF_8);
        return new RowFate.Replace(NotificationDetailsRow.TABLE
                .upsert(new NotificationDetailsRow(
                        row.tenant(),
                        row.notificationId(),
                        row.position(),
                        row.type(),
                        row.priority(),
                        row.source(),
                        row.targetType(),
                        row.targetId(),
                        row.channels(),
                        rest,
                        row.idempotencyKey(),
                        row.scheduledAt(),
                        row.expiresAt(),
                        row.recipientShards(),
                        row.recipientCount() == null ? null : row.recipientCount() - gone.size(),
                        row.recalledAt()))
                .at(TimeUnit.MILLISECONDS.toMicros(UuidV7.time(row.position()).toEpochMilli())));
    }

    /** The details are written together with the content, so that content alone has lost them to an erasure. */
    private RowFate content(NotificationContentRow row) {
        boolean orphaned = erased.hasAny(row.tenant())
                && engine.readOne(NotificationDetailsRow.TABLE.select(
                                NotificationDetailsRow.ONE, row.tenant(), row.notificationId()))
                        .join()
                        .isEmpty();
        return orphaned ? RowFate.REMOVE : RowFate.KEEP;
    }

    private RowFate ofTenant(TenantNotificationRow row) {
        return row.targetId() == null
                ? RowFate.KEEP
                : fate(row.tenant(), row.targetId(), row.notificationId(), "history");
    }

    private RowFate event(TenantEventRow row) {
        if (row.body() == null || !erased.hasAny(row.tenant())) {
            return RowFate.KEEP;
        }
        EventUser about = EventUser.of(row.eventId(), row.body());
        return about.user()
                .map(user -> fate(row.tenant(), user, about.since(), "events"))
                .orElse(RowFate.KEEP);
    }

    private RowFate quarantined(QuarantinedRecordRow row) {
        if (row.payload() == null || !erased.hasAny(row.tenant())) {
            return RowFate.KEEP;
        }
        LogEntry entry = Quarantine.entry(row);
        ErasedRecipients gone = records.recipients(entry);
        if (gone.users().isEmpty()) {
            return RowFate.KEEP;
        }
        gone.users().forEach(user -> tally.add(user, "history"));
        return gone.only()
                ? RowFate.REMOVE
                : new RowFate.Replace(Quarantine.with(
                        row, RecordFates.without(entry, gone.users()).payload()));
    }

    private RowFate scheduled(ScheduledNotificationRow row) {
        if (row.record() == null || row.tenant() == null || !erased.hasAny(row.tenant())) {
            return RowFate.KEEP;
        }
        LogEntry entry;
        try {
            entry = DueRecordCodec.decode(row.tenant(), row.record());
        } catch (RuntimeException unreadable) {
            return RowFate.KEEP;
        }
        ErasedRecipients gone = records.recipients(entry);
        if (gone.users().isEmpty()) {
            return RowFate.KEEP;
        }
        gone.users().forEach(user -> tally.add(user, "schedules"));
        if (gone.only()) {
            return RowFate.REMOVE;
        }
        return new RowFate.Replace(ScheduledNotificationRow.TABLE
                .upsert(new ScheduledNotificationRow(
                        row.layout(),
                        row.minuteBucket(),
                        row.shard(),
                        row.scheduledAt(),
                        row.notificationId(),
                        row.tenant(),
                        row.version(),
                        row.changed(),
                        DueRecordCodec.encode(RecordFates.without(entry, gone.users()))))
                .at(row.version()));
    }

    /** An id of the due time is that of an occurrence: other ids are older. */
    private RowFate scheduledByUser(ScheduledByUserRow row) {
        Instant time = UuidV7.time(row.notificationId());
        Instant acceptedAt = time.isBefore(row.scheduledAt()) ? time : ErasedUsers.beforePlanning(time);
        return fate(row.tenant(), row.userId(), acceptedAt, "schedules");
    }

    private RowFate fate(String tenant, String user, UUID id, String kind) {
        return fate(tenant, user, UuidV7.time(id), kind);
    }

    private RowFate fate(String tenant, String user, Instant acceptedAt, String kind) {
        if (tenant == null || user == null || acceptedAt == null || !erased.isErased(tenant, user, acceptedAt)) {
            return RowFate.KEEP;
        }
        tally.add(new UserKey(tenant, user), kind);
        return RowFate.REMOVE;
    }
}
