package dev.tidings.server.http;

import dev.tidings.core.model.ResultPage;
import dev.tidings.server.delivery.DeadLetters;
import dev.tidings.server.inbox.PageCursor;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Handles {@code /v1/dead-letters}: lists the deliveries of a tenant that failed for good, and replays one by its id. */
final class DeadLetterHandlers {
    private final DeadLetters deadLetters;

    DeadLetterHandlers(DeadLetters deadLetters) {
        this.deadLetters = deadLetters;
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        String query = "dead letters " + call.tenant();
        return deadLetters
                .page(call.tenant(), call.limit(), call.cursor().map(text -> PageCursor.parse(text, query)))
                .thenApply(page -> ApiResponse.list(
                        new ResultPage<>(
                                page.items(), page.next().map(id -> PageCursor.after(UUID.fromString(id), query))),
                        ExplanationViews::failure));
    }

    CompletionStage<ApiResponse> replay(ApiRequest call) {
        return deadLetters.replay(call.tenant(), call.notification()).thenApply(outcome -> {
            if (outcome == DeadLetters.ReplayResult.NOT_FOUND) {
                throw ProblemException.notFound("dead letter");
            }
            return ApiResponse.json(202, json -> {
                json.writeStartObject();
                json.writeStringField("status", "trying");
                json.writeEndObject();
            });
        });
    }
}
