package dev.tidings.tables;

import dev.tidings.widecolumn.Schema;

/**
 * Every wide-column table of Tidings, by the question it answers. Each is declared in full (key, columns, life, queries and the
 * workload it is sized for) in the record that is its row.
 *
 * <pre>
 *   the user's inbox, newest first               {@link InboxRow}                  notifications_by_user
 *   what was decided and what happened           {@link NotificationRow}           notifications
 *   what changed since I was last here           {@link InboxChangeRow}            inbox_changes
 *   the content that many users share            {@link ContentRow}                notification_content
 *   what was broadcast lately                    {@link BroadcastRow}              broadcasts
 *
 *   where it came from, whom it was for          {@link DetailsRow}                notification_details
 *   who received it                              {@link RecipientRow}              recipients
 *   what we sent lately                          {@link TenantNotificationRow}     notifications_by_tenant
 *   every attempt of a delivery                  {@link DeliveryLogRow}            delivery_log
 *   which delivery a receipt is about            {@link ProviderMessageRow}        deliveries_by_provider_id
 *   which deliveries were given up               {@link FailedDeliveryRow}         failed_deliveries
 *   what a tenant's programs were told           {@link TenantEventRow}            tenant_events
 *
 *   what is due now                              {@link ScheduledNotificationRow}  scheduled_notifications
 *   how far the scheduler has come               {@link ScheduleCursorRow}         schedule_cursors
 *   who has this shard of the schedule           {@link ScheduleOwnerRow}          schedule_owners
 *   is this schedule still valid                 {@link ScheduleStateRow}          schedule_state
 *   what is scheduled for the user               {@link ScheduledByUserRow}        scheduled_by_user
 *
 *   who is in this topic                         {@link TopicMemberRow}            topic_members
 *   which topics is the user in                  {@link UserTopicRow}              topics_by_user
 *   has this request been made before            {@link IdempotencyKeyRow}         idempotency_keys
 * </pre>
 *
 * A partition holds what one query reads, and no partition grows without bound. The time to live of a row runs from the time at
 * which it took effect, which stands in the row itself: see {@link Retention}. Buckets of time are computed by {@link Buckets}.
 */
public final class TidingsSchema {
    public static final Schema SCHEMA = Schema.of(
            "tidings",
            InboxRow.TABLE,
            NotificationRow.TABLE,
            InboxChangeRow.TABLE,
            ContentRow.TABLE,
            BroadcastRow.TABLE,
            DetailsRow.TABLE,
            RecipientRow.TABLE,
            TenantNotificationRow.TABLE,
            DeliveryLogRow.TABLE,
            ProviderMessageRow.TABLE,
            FailedDeliveryRow.TABLE,
            TenantEventRow.TABLE,
            ScheduledNotificationRow.TABLE,
            ScheduleCursorRow.TABLE,
            ScheduleOwnerRow.TABLE,
            ScheduleStateRow.TABLE,
            ScheduledByUserRow.TABLE,
            TopicMemberRow.TABLE,
            UserTopicRow.TABLE,
            IdempotencyKeyRow.TABLE);

    private TidingsSchema() {}
}
