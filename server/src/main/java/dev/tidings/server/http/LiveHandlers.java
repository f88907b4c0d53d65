package dev.tidings.server.http;

import dev.tidings.server.auth.Caller;
import dev.tidings.server.auth.SocketTickets;
import dev.tidings.server.inbox.InboxFeed;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Handles the ordinary HTTP calls that accompany live connections: issues a ticket, and acknowledges a notification. The connections
 * themselves are opened by {@link LiveConnections}.
 */
final class LiveHandlers {
    private final SocketTickets tickets;
    private final InboxFeed feed;

    LiveHandlers(SocketTickets tickets, InboxFeed feed) {
        this.tickets = tickets;
        this.feed = feed;
    }

    CompletionStage<ApiResponse> ticket(ApiRequest call) {
        return tickets.issue((Caller.User) call.caller())
                .thenApply(issued -> ApiResponse.json(201, json -> {
                    json.writeStartObject();
                    json.writeStringField("ticket", issued.ticket());
                    Json.time(json, "expiresAt", issued.expiresAt());
                    json.writeEndObject();
                }));
    }

    CompletionStage<ApiResponse> ack(ApiRequest call) {
        return feed.acknowledge(call.user(), List.of(call.notification())).thenApply(found -> {
            if (found == 0) {
                throw ProblemException.notFound("notification in this inbox");
            }
            return ApiResponse.noContent();
        });
    }

    /** Never called: live connections are upgraded before. */
    CompletionStage<ApiResponse> live(ApiRequest call) {
        throw new IllegalStateException("a live connection was handled as a call");
    }
}
