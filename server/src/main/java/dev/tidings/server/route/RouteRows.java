package dev.tidings.server.route;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationContentRow;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.RecipientRow;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.widecolumn.Upsert;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Builds the table rows that the expand and route stages write for a notification. All but the change feed have a key and a write timestamp
 * derived from the notification, and in decisions of a shared log from the owner's epoch: a redelivery writes the same cells, and later
 * changes by the user stay.
 */
final class RouteRows {
    /** The locale of a notification without one. */
    private static final String NO_LOCALE = "und";

    private RouteRows() {}

    /** The decision for a user, and the state of each delivery. */
    static void decision(RoutedNotification routed, Consumer<Upsert> writes) {
        Notification n = routed.notification();
        String user = routed.user().user();
        Decision decision = routed.decision();
        // One write per write time.
        Map<Long, Map<String, String>> byWriteTime = new TreeMap<>();
        decision.verdicts()
                .forEach((channel, verdict) -> byWriteTime
                        .computeIfAbsent(
                                verdict.state().decisionTime(n.createdAt(), routed.epoch()), time -> new TreeMap<>())
                        .put(channel.wire(), verdict.status().text()));
        boolean first = true;
        for (Map.Entry<Long, Map<String, String>> entry : byWriteTime.entrySet()) {
            Upsert upsert = first
                    ? NotificationRow.TABLE.upsert(new NotificationRow(
                            n.tenant(),
                            user,
                            Buckets.month(n.position()),
                            n.position(),
                            n.id(),
                            n.type(),
                            decision.json(),
                            routed.decidedAt(),
                            0,
                            entry.getValue()))
                    : NotificationRow.TABLE
                            .update(n.tenant(), user, Buckets.month(n.position()), n.position())
                            .set(NotificationRow.CHANNEL_STATUS, entry.getValue());
            writes.accept(upsert.at(entry.getKey()));
            first = false;
        }
    }

    /** The inbox row with its content. */
    static Upsert inbox(Notification n, String user, Content content) {
        return inbox(n, user, content, null);
    }

    /** The inbox row with a reference to shared content. */
    static Upsert inboxShared(Notification n, String user) {
        return inbox(n, user, new Content(null, null, null, null), contentLocale(n));
    }

    private static Upsert inbox(Notification n, String user, Content content, String contentLocale) {
        return InboxRow.TABLE
                .upsert(new InboxRow(
                        n.tenant(),
                        user,
                        Buckets.month(n.position()),
                        n.position(),
                        n.id(),
                        n.type(),
                        n.priority().wire(),
                        content.title(),
                        content.body(),
                        content.data(),
                        content.deepLink(),
                        contentLocale,
                        n.expiresAt(),
                        null,
                        null,
                        null,
                        null,
                        null))
                .at(sentAt(n));
    }

    static Upsert content(Notification n, Content content) {
        return NotificationContentRow.TABLE
                .upsert(new NotificationContentRow(
                        n.tenant(),
                        n.id(),
                        contentLocale(n),
                        n.position(),
                        content.title(),
                        content.body(),
                        content.data(),
                        content.deepLink(),
                        null,
                        null,
                        null,
                        null,
                        null))
                .at(sentAt(n));
    }

    /** The details of a notification. For a single user they include the recipient, and no recipient row is needed. */
    static Upsert details(Notification n, Target target, long recipients) {
        Set<String> channels = new TreeSet<>();
        n.channels().forEach(channel -> channels.add(channel.wire()));
        return NotificationDetailsRow.TABLE
                .upsert(new NotificationDetailsRow(
                        n.tenant(),
                        n.id(),
                        n.position(),
                        n.type(),
                        n.priority().wire(),
                        n.source(),
                        target.kind(),
                        targetId(target),
                        channels.isEmpty() ? null : channels,
                        new String(n.request(), UTF_8),
                        n.idempotencyKey(),
                        n.position().equals(n.id()) ? null : UuidV7.time(n.position()),
                        n.expiresAt(),
                        RecipientRow.shards(recipients),
                        recipients,
                        null))
                .at(sentAt(n));
    }

    static Upsert ofTenant(Notification n, Target target, int shard) {
        return TenantNotificationRow.TABLE
                .upsert(new TenantNotificationRow(
                        n.tenant(),
                        Buckets.hour(n.position()),
                        shard,
                        n.id(),
                        n.position(),
                        n.type(),
                        n.priority().wire(),
                        n.source(),
                        target.kind(),
                        targetId(target)))
                .at(sentAt(n));
    }

    /** @param recipients the number of all of them, as in the details */
    static Upsert recipient(Notification n, String user, long recipients) {
        int shard = RecipientRow.shard(RecipientRow.shards(recipients), new UserKey(n.tenant(), user).partition());
        return RecipientRow.TABLE
                .upsert(new RecipientRow(n.tenant(), n.id(), shard, user, n.position()))
                .at(sentAt(n));
    }

    private static String targetId(Target target) {
        return target instanceof Target.User one ? one.user() : null;
    }

    static String contentLocale(Notification n) {
        return n.locale() == null ? NO_LOCALE : n.locale();
    }

    /** The time of the position, not of the request, which may be years older: the row belongs into the files of its time. */
    private static long sentAt(Notification n) {
        return TimeUnit.MILLISECONDS.toMicros(UuidV7.time(n.position()).toEpochMilli());
    }
}
