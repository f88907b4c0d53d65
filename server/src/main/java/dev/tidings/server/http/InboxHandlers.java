package dev.tidings.server.http;

import dev.tidings.server.inbox.Inbox;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.inbox.Mark;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * Handles a user's inbox: pages, unread count, history, and marks such as read or archived. The same methods serve {@code /v1/users/{user}}
 * for the tenant and {@code /v1/me} for the user.
 */
final class InboxHandlers {
    private static final Duration DEFAULT_HISTORY = Duration.ofDays(30);
    private static final Map<String, InboxFilter> FILTERS =
            Map.of("all", InboxFilter.ALL, "unread", InboxFilter.UNREAD, "archived", InboxFilter.ARCHIVED);

    private final Inbox inbox;
    private final InstantSource clock;

    InboxHandlers(Inbox inbox, InstantSource clock) {
        this.inbox = inbox;
        this.clock = clock;
    }

    CompletionStage<ApiResponse> page(ApiRequest call) {
        InboxFilter filter = filter(call);
        Optional<String> cursor = call.cursor();
        return filter == InboxFilter.ALL && cursor.isEmpty()
                ? inbox.firstPage(
                                call.user(),
                                call.limit(),
                                page -> ApiResponse.list(page, NotificationViews::inboxItem)
                                        .bytes())
                        .thenApply(body -> ApiResponse.json(200, body))
                : inbox.page(call.user(), filter, call.limit(), cursor)
                        .thenApply(page -> ApiResponse.list(page, NotificationViews::inboxItem));
    }

    private static InboxFilter filter(ApiRequest call) {
        String wire = call.parameter("filter").orElse("all");
        InboxFilter filter = FILTERS.get(wire);
        if (filter == null) {
            throw ProblemException.parameter("query:filter", wire, "one of all, unread, archived");
        }
        return filter;
    }

    Route.Handler mark(Mark mark) {
        return call -> {
            UUID id = call.notification();
            return inbox.mark(call.user(), id, mark).thenApply(found -> {
                if (!found) {
                    throw ProblemException.notFound("notification in this inbox");
                }
                return ApiResponse.noContent();
            });
        };
    }

    CompletionStage<ApiResponse> markAllRead(ApiRequest call) {
        return inbox.markAllRead(call.user()).thenApply(count -> number("marked", count));
    }

    CompletionStage<ApiResponse> unread(ApiRequest call) {
        return inbox.unread(call.user()).thenApply(count -> number("unread", count));
    }

    private static ApiResponse number(String name, long number) {
        return ApiResponse.json(200, json -> {
            json.writeStartObject();
            json.writeNumberField(name, number);
            json.writeEndObject();
        });
    }

    CompletionStage<ApiResponse> history(ApiRequest call) {
        SinceCursor from = SinceCursor.of(call, clock.instant(), DEFAULT_HISTORY);
        return inbox.history(call.user(), from.since(), call.limit(), from.inner())
                .thenApply(history -> ApiResponse.list(from.wrap(history), NotificationViews::historyItem));
    }
}
