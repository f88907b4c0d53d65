package dev.tidings.server.explain;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.StatusText;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.types.TypeService;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.RecipientRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Select;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Looks up for the API a tenant's notifications: details, recipients, deliveries and explanations, and the lists of scheduled and sent
 * ones. Calls don't block. A notification is known once it is routed; a scheduled one, once it is accepted.
 */
public final class NotificationTrace {
    private final Engine engine;
    private final RecipientList recipientList;
    private final SentList sentList;
    private final ScheduledList scheduledList;
    private final UnroutedTrace waiting;
    private final ExplanationReader explaining;

    public NotificationTrace(
            Engine engine, InstantSource clock, IdGenerator ids, Schedules schedules, TypeService types) {
        this.engine = engine;
        this.recipientList = new RecipientList(engine);
        this.sentList = new SentList(engine, clock, ids);
        this.scheduledList = new ScheduledList(engine, clock, schedules);
        this.waiting = new UnroutedTrace(schedules, types);
        this.explaining = new ExplanationReader(engine);
    }

    public CompletableFuture<Optional<NotificationDetails>> details(String tenant, UUID id) {
        return find(tenant, id)
                .thenCompose(found -> found.isPresent()
                        ? CompletableFuture.completedFuture(found.map(NotificationTrace::details))
                        : waiting.details(tenant, id));
    }

    /** Empty if there is no such notification, or it was not for this user. */
    public CompletableFuture<Optional<UserDeliveries>> deliveries(String tenant, UUID id, String user) {
        return find(tenant, id)
                .thenCompose(found -> found.isEmpty()
                        ? waiting.deliveries(tenant, id, user)
                        : decided(found.get(), user)
                                .thenCompose(row -> row.isPresent()
                                        ? CompletableFuture.completedFuture(Optional.of(deliveries(user, row.get())))
                                        : notRouted(found.get(), user)));
    }

    /** The routing decision for this user with its reasons, and the attempts. Empty as above. */
    public CompletableFuture<Optional<Explanation>> explain(String tenant, UUID id, String user) {
        return find(tenant, id)
                .thenCompose(found -> found.isEmpty()
                        ? waiting.deliveries(tenant, id, user).thenApply(NotificationTrace::undecided)
                        : decided(found.get(), user)
                                .thenCompose(row -> row.isPresent()
                                        ? explaining
                                                .explain(tenant, id, user, row.get())
                                                .thenApply(Optional::of)
                                        : notRouted(found.get(), user).thenApply(NotificationTrace::undecided)));
    }

    private static Optional<Explanation> undecided(Optional<UserDeliveries> known) {
        return known.map(deliveries -> new Explanation(deliveries.user(), null, List.of()));
    }

    private CompletableFuture<Optional<NotificationRow>> decided(NotificationDetailsRow details, String user) {
        return engine.readOne(NotificationRow.TABLE.select(
                NotificationRow.ONE, details.tenant(), user, Buckets.month(details.position()), details.position()));
    }

    /** Expanded but not routed yet: the user is known to be a recipient. */
    private CompletableFuture<Optional<UserDeliveries>> notRouted(NotificationDetailsRow details, String user) {
        return recipientList
                .contains(details, user)
                .thenApply(isRecipient ->
                        isRecipient ? Optional.of(new UserDeliveries(user, null, List.of())) : Optional.empty());
    }

    /** The recipients, by user id unless they are many; empty if there is no such notification. */
    public CompletableFuture<Optional<ResultPage<String>>> recipients(
            String tenant, UUID id, int limit, Optional<String> cursor) {
        Select<RecipientRow> select = RecipientList.select(tenant, id, limit, cursor);
        return find(tenant, id).thenCompose(found -> {
            if (found.isEmpty()) {
                return waiting.recipients(tenant, id, select);
            }
            if (found.get().targetType().equals("user")) {
                return CompletableFuture.completedFuture(
                        Optional.of(new ResultPage<>(List.of(found.get().targetId()), Optional.empty())));
            }
            return recipientList.page(found.get(), select).thenApply(Optional::of);
        });
    }

    /** The notifications sent since a time, newest first. */
    public CompletableFuture<ResultPage<SentItem>> sent(
            String tenant, Instant since, int limit, Optional<String> cursor) {
        return sentList.page(tenant, since, limit, cursor);
    }

    /** The notifications scheduled for one user, soonest first. */
    public CompletableFuture<ResultPage<ScheduledItem>> scheduled(
            String tenant, String user, int limit, Optional<String> cursor) {
        return scheduledList.ofUser(tenant, user, limit, cursor);
    }

    /**
     * All scheduled notifications of the tenant, soonest first.
     *
     * @param from the earliest send time, now if it is empty or in the past
     * @param until the end of the send times, exclusive
     */
    public CompletableFuture<ResultPage<ScheduledItem>> scheduled(
            String tenant, Optional<Instant> from, Optional<Instant> until, int limit, Optional<String> cursor) {
        return scheduledList.ofTenant(tenant, from, until, limit, cursor);
    }

    private CompletableFuture<Optional<NotificationDetailsRow>> find(String tenant, UUID id) {
        return engine.readOne(NotificationDetailsRow.TABLE.select(NotificationDetailsRow.ONE, tenant, id));
    }

    private static NotificationDetails details(NotificationDetailsRow row) {
        return new NotificationDetails(
                row.notificationId(),
                "sent",
                row.scheduledAt(),
                row.type(),
                row.priority(),
                row.source(),
                row.targetType(),
                row.targetId(),
                row.channels() == null ? Set.of() : row.channels(),
                row.request(),
                row.idempotencyKey(),
                UuidV7.time(row.notificationId()),
                row.expiresAt(),
                row.recipientCount());
    }

    private static UserDeliveries deliveries(String user, NotificationRow row) {
        Map<String, String> channels = row.channelStatus() == null ? Map.of() : row.channelStatus();
        return new UserDeliveries(
                user,
                row.decidedAt(),
                channels.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> DeliveryView.of(entry.getKey(), StatusText.parse(entry.getValue())))
                        .toList());
    }
}
