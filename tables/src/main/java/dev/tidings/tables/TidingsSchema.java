package dev.tidings.tables;

import dev.tidings.widecolumn.Schema;

/**
 * The wide-column tables of Tidings, by purpose. Each is declared in full (key, columns, time to live, queries and the workload it is
 * sized for) in the record of its rows.
 *
 * <pre>
 *   a user's inbox, newest first                 {@link InboxRow}                  notifications_by_user
 *   routing decisions and delivery states        {@link NotificationRow}           notifications
 *   change feed of an inbox                      {@link InboxFeedRow}              inbox_feed
 *   change feed of earlier versions              {@link InboxChangeRow}            inbox_changes
 *   content shared by many users                 {@link NotificationContentRow}                notification_content
 *   recent broadcasts                            {@link BroadcastRow}              broadcasts
 *
 *   origin and target of a notification          {@link NotificationDetailsRow}                notification_details
 *   recipients of a notification                 {@link RecipientRow}              recipients
 *   notifications a tenant sent, newest first    {@link TenantNotificationRow}     notifications_by_tenant
 *   hours with several shards of these           {@link BusyHourRow}               busy_hours
 *   delivery attempts and receipts               {@link DeliveryLogRow}            delivery_log
 *   deliveries by provider message id            {@link ProviderMessageRow}        deliveries_by_provider_id
 *   dead letters                                 {@link FailedDeliveryRow}         failed_deliveries
 *   webhook events of a tenant                   {@link TenantEventRow}            tenant_events
 *
 *   scheduled notifications by due time          {@link ScheduledNotificationRow}  scheduled_notifications
 *   the scheduler's cursors                      {@link ScheduleCursorRow}         schedule_cursors
 *   owners of the schedule's shards              {@link ScheduleOwnerRow}          schedule_owners
 *   state of a scheduled notification            {@link ScheduleStateRow}          schedule_state
 *   a user's scheduled notifications             {@link ScheduledByUserRow}        scheduled_by_user
 *   a tenant's scheduled notifications           {@link ScheduledByTenantRow}      scheduled_by_tenant
 *   days with scheduled notifications            {@link ScheduledDayRow}           scheduled_days
 *
 *   members of a topic                           {@link TopicMemberRow}            topic_members
 *   topics of a user                             {@link UserTopicRow}              topics_by_user
 *   requests by idempotency key                  {@link IdempotencyKeyRow}         idempotency_keys
 *
 *   poison records of the log                    {@link QuarantinedRecordRow}      quarantined_records
 *   hours with quarantined records               {@link QuarantinedHourRow}        quarantined_hours
 * </pre>
 *
 * A partition holds the rows of one query, and no partition grows without bound. The time to live of a row runs from the time at which
 * it took effect, which is a column of the row: see {@link Retention}. {@link Buckets} computes the time buckets.
 */
public final class TidingsSchema {
    public static final Schema SCHEMA = Schema.of(
            "tidings",
            InboxRow.TABLE,
            NotificationRow.TABLE,
            InboxFeedRow.TABLE,
            InboxChangeRow.TABLE,
            NotificationContentRow.TABLE,
            BroadcastRow.TABLE,
            NotificationDetailsRow.TABLE,
            RecipientRow.TABLE,
            TenantNotificationRow.TABLE,
            BusyHourRow.TABLE,
            DeliveryLogRow.TABLE,
            ProviderMessageRow.TABLE,
            FailedDeliveryRow.TABLE,
            TenantEventRow.TABLE,
            ScheduledNotificationRow.TABLE,
            ScheduleCursorRow.TABLE,
            ScheduleOwnerRow.TABLE,
            ScheduleStateRow.TABLE,
            ScheduledByUserRow.TABLE,
            ScheduledByTenantRow.TABLE,
            ScheduledDayRow.TABLE,
            TopicMemberRow.TABLE,
            UserTopicRow.TABLE,
            IdempotencyKeyRow.TABLE,
            QuarantinedRecordRow.TABLE,
            QuarantinedHourRow.TABLE);

    private TidingsSchema() {}
}
