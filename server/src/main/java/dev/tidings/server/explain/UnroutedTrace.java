package dev.tidings.server.explain;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.StatusText;
import dev.tidings.core.model.Target;
import dev.tidings.server.schedule.ScheduledNotification;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.types.TypeService;
import dev.tidings.tables.Columns;
import dev.tidings.tables.RecipientRow;
import dev.tidings.widecolumn.Select;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Answers lookups about a notification that waits in the schedule for its send time, or was cancelled before it. */
final class UnroutedTrace {
    private static final StatusText CANCELLED = new StatusText(DeliveryState.CANCELLED.wire(), null);

    private final Schedules schedules;
    private final TypeService types;

    UnroutedTrace(Schedules schedules, TypeService types) {
        this.schedules = schedules;
        this.types = types;
    }

    CompletableFuture<Optional<NotificationDetails>> details(String tenant, UUID id) {
        return schedules.find(tenant, id).thenApply(found -> found.map(UnroutedTrace::details));
    }

    private static NotificationDetails details(ScheduledNotification scheduled) {
        Notification notification = scheduled.notification();
        return new NotificationDetails(
                notification.id(),
                scheduled.cancelled() ? CANCELLED.state() : "scheduled",
                scheduled.due(),
                notification.type(),
                notification.priority().wire(),
                notification.source(),
                scheduled.target().kind(),
                scheduled.target() instanceof Target.User one ? one.user() : null,
                wires(notification.channels()),
                new String(notification.request(), UTF_8),
                notification.idempotencyKey(),
                notification.createdAt(),
                notification.expiresAt(),
                null);
    }

    CompletableFuture<Optional<UserDeliveries>> deliveries(String tenant, UUID id, String user) {
        return schedules.find(tenant, id).thenCompose(found -> {
            if (found.isEmpty() || !users(found.get()).contains(user)) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            return found.get().cancelled()
                    ? types.all(tenant)
                            .thenApply(known ->
                                    Optional.of(cancelled(user, found.get().notification(), known)))
                    : CompletableFuture.completedFuture(Optional.of(new UserDeliveries(user, null, List.of())));
        });
    }

    /** The requested channels. Those of a type that was deleted are no longer known. */
    private static UserDeliveries cancelled(
            String user, Notification notification, Map<String, NotificationType> known) {
        NotificationType type = known.get(notification.type());
        Set<Channel> wanted =
                notification.channels().isEmpty() && type != null ? type.channels() : notification.channels();
        return new UserDeliveries(
                user,
                null,
                wires(wanted).stream()
                        .sorted()
                        .map(channel -> DeliveryView.of(channel, CANCELLED))
                        .toList());
    }

    /**
     * The future recipients, in the same order as after sending.
     *
     * @param select the query for sent notifications, for its cursor
     */
    CompletableFuture<Optional<ResultPage<String>>> recipients(String tenant, UUID id, Select<RecipientRow> select) {
        return schedules
                .find(tenant, id)
                .thenApply(found -> found.map(scheduled -> {
                    Optional<String> last =
                            select.resumeKey().map(key -> (String) key[RecipientRow.TABLE.positionOf(Columns.USER_ID)]);
                    List<String> rest = users(scheduled).stream()
                            .sorted()
                            .filter(user -> last.isEmpty() || user.compareTo(last.get()) > 0)
                            .toList();
                    List<String> page = rest.stream().limit(select.limit()).toList();
                    return new ResultPage<>(
                            page,
                            rest.size() > page.size()
                                    ? Optional.of(
                                            select.cursorAfter(new Object[] {tenant, id, 0, page.get(page.size() - 1)}))
                                    : Optional.empty());
                }));
    }

    private static List<String> users(ScheduledNotification scheduled) {
        return scheduled.target() instanceof Target.Users many
                ? many.users()
                : List.of(((Target.User) scheduled.target()).user());
    }

    private static Set<String> wires(Set<Channel> channels) {
        return channels.stream().map(Channel::wire).collect(Collectors.toUnmodifiableSet());
    }
}
