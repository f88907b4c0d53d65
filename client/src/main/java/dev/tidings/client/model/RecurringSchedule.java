package dev.tidings.client.model;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * A schedule that sends a notification again and again.
 *
 * @param notification without a send time and an idempotency key
 * @param cron minute, hour, day of the month, month and day of the week; exclusive with {@code every}
 * @param every at least a minute
 * @param zone of {@code cron}; null for UTC
 * @param start the earliest occurrence
 * @param end exclusive
 * @param missed {@code skip} or {@code catch_up}, for occurrences missed while the server was down; null for {@code skip}
 */
public record RecurringSchedule(
        Notification notification,
        String cron,
        Duration every,
        ZoneId zone,
        Instant start,
        Instant end,
        String missed,
        Boolean paused) {

    public static RecurringSchedule cron(String expression, ZoneId zone, Notification notification) {
        return new RecurringSchedule(notification, expression, null, zone, null, null, null, null);
    }

    public static RecurringSchedule every(Duration interval, Notification notification) {
        return new RecurringSchedule(notification, null, interval, null, null, null, null, null);
    }

    /** Null for an open start or end. */
    public RecurringSchedule between(Instant from, Instant until) {
        return new RecurringSchedule(notification, cron, every, zone, from, until, missed, paused);
    }

    /** Occurrences missed while the server was down are sent late instead of skipped. */
    public RecurringSchedule catchingUp() {
        return new RecurringSchedule(notification, cron, every, zone, start, end, "catch_up", paused);
    }
}
