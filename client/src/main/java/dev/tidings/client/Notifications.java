package dev.tidings.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.client.model.Accepted;
import dev.tidings.client.model.BatchResult;
import dev.tidings.client.model.Deliveries;
import dev.tidings.client.model.Explanation;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.NotificationDetails;
import dev.tidings.client.model.ScheduledNotification;
import dev.tidings.client.model.SendTime;
import dev.tidings.client.model.SentNotification;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Sends notifications and traces their deliveries.
 *
 * <pre>{@code
 * Accepted accepted = tidings.notifications().send(Notification.to("usr_42").title("Hello").build());
 * Explanation why = tidings.notifications().explain(accepted.id(), "usr_42");
 * }</pre>
 */
public final class Notifications {
    private final HttpCalls calls;

    Notifications(HttpCalls calls) {
        this.calls = calls;
    }

    /** Sends or schedules a notification. When it returns, the notification is durable. */
    public Accepted send(Notification notification) {
        Notification keyed = keyed(notification);
        ApiResponse response = calls.to(Operation.SEND_NOTIFICATION)
                .idempotencyKey(keyed.idempotencyKey())
                .json(keyed.withIdempotencyKey(null))
                .send();
        Accepted accepted = response.as(Accepted.class);
        boolean replayed = response.headers().firstValue("Idempotent-Replayed").isPresent();
        return new Accepted(accepted.id(), accepted.sendAt(), replayed);
    }

    /**
     * Sends up to 10,000 notifications in one request. An invalid one does not affect the others; those refused temporarily are sent
     * again.
     *
     * @return a result for each, in the same order
     */
    public List<BatchResult> sendBatch(List<Notification> notifications) {
        return sendBatchJson(notifications.stream()
                .map(notification -> TidingsClient.toJson(keyed(notification)))
                .toList());
    }

    /**
     * Sends up to 10,000 notifications that are JSON already, such as the lines of a file, in one request. Those with the field
     * {@code idempotencyKey} are sent again if they are refused temporarily.
     *
     * @return a result for each, in the same order
     */
    public List<BatchResult> sendBatchJson(List<JsonNode> notifications) {
        return new BatchSender(calls, notifications).send();
    }

    /** A key is of use only if something is sent again. */
    private Notification keyed(Notification notification) {
        return notification.idempotencyKey() == null && calls.retries().enabled()
                ? notification.withIdempotencyKey(UUID.randomUUID().toString())
                : notification;
    }

    /** Sent notifications, newest first. */
    public Pages<SentNotification> list(Instant since) {
        return new Pages<>(() -> calls.to(Operation.LIST_NOTIFICATIONS).query("since", since), SentNotification.class);
    }

    /** Available once it is routed; a scheduled one, once it is accepted. */
    public NotificationDetails get(String id) {
        return calls.to(Operation.GET_NOTIFICATION, id).as(NotificationDetails.class);
    }

    public Deliveries deliveries(String id, String user) {
        return calls.to(Operation.GET_DELIVERIES, id).query("user", user).as(Deliveries.class);
    }

    /** Explains the decisions about a notification to a user, as they were recorded. */
    public Explanation explain(String id, String user) {
        return calls.to(Operation.EXPLAIN_DELIVERIES, id).query("user", user).as(Explanation.class);
    }

    /** Explains for each user what would happen if this were sent now; sends nothing. */
    public List<Explanation> dryRun(Notification notification) {
        return calls.to(Operation.DRY_RUN_NOTIFICATION)
                .json(notification.withIdempotencyKey(null))
                .items(Explanation.class);
    }

    /** The users it was sent to. */
    public Stream<String> recipients(String id) {
        return new Pages<>(() -> calls.to(Operation.LIST_RECIPIENTS, id), Recipient.class)
                .stream().map(Recipient::user);
    }

    /** All scheduled notifications of the tenant, soonest first. Those of one user: {@link UserAccount#scheduled()}. */
    public Pages<ScheduledNotification> scheduled() {
        return scheduled(null, null);
    }

    /**
     * The scheduled notifications of a period, soonest first.
     *
     * @param from the earliest send time; null for now
     * @param until the end of the send times, exclusive; null for no end
     */
    public Pages<ScheduledNotification> scheduled(Instant from, Instant until) {
        return new Pages<>(
                () -> calls.to(Operation.LIST_SCHEDULED_NOTIFICATIONS)
                        .query("from", from)
                        .query("until", until),
                ScheduledNotification.class);
    }

    /** Cancels a scheduled notification. When it returns, the notification is not sent to any user. */
    public void cancel(String id) {
        calls.to(Operation.CANCEL_NOTIFICATION, id).send();
    }

    /** Changes the send time of a scheduled notification, and returns the new one. */
    public Instant reschedule(String id, SendTime time) {
        return calls.to(Operation.RESCHEDULE_NOTIFICATION, id)
                .json(time)
                .as(Accepted.class)
                .sendAt();
    }

    private record Recipient(String user) {}
}
