package dev.tidings.server.webhook;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.inbox.Mark;
import dev.tidings.server.inbox.MarkListener;
import dev.tidings.server.schedule.SpillingLog;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Appends a webhook event to the log before a user's mark as read or archived is written to the inbox; other marks have no event. */
public final class MarkEventPublisher implements MarkListener {
    private final WebhookEvents events;
    private final Endpoints endpoints;
    private final SpillingLog log;
    private final Executor blocking;

    /** @param blocking the executor for calls that block on the database */
    public MarkEventPublisher(WebhookEvents events, Endpoints endpoints, SpillingLog log, Executor blocking) {
        this.events = events;
        this.endpoints = endpoints;
        this.log = log;
        this.blocking = blocking;
    }

    @Override
    public CompletableFuture<Void> beforeMark(UserKey user, List<UUID> notifications, Mark mark) {
        Optional<WebhookEventKind> kind = switch (mark) {
            case READ -> Optional.of(WebhookEventKind.NOTIFICATION_READ);
            case ARCHIVED -> Optional.of(WebhookEventKind.NOTIFICATION_ARCHIVED);
            case UNREAD, UNARCHIVED -> Optional.empty();
        };
        if (kind.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return endpoints.isCached(user.tenant())
                ? append(kind.get(), user, notifications)
                : CompletableFuture.runAsync(() -> events.prepare(user.tenant()), blocking)
                        .thenCompose(known -> append(kind.get(), user, notifications));
    }

    private CompletableFuture<Void> append(WebhookEventKind kind, UserKey user, List<UUID> notifications) {
        List<LogEntry> entries = notifications.stream()
                .flatMap(id -> events.inboxEvents(kind, user, id).stream())
                .toList();
        return entries.isEmpty() ? CompletableFuture.completedFuture(null) : log.append(entries);
    }
}
