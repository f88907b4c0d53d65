package dev.tidings.server.http;

import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.ResultPage;
import dev.tidings.server.delivery.DeadLetters;
import dev.tidings.server.delivery.DeadLetters.Period;
import dev.tidings.server.delivery.DeadLetters.ReplayResult;
import dev.tidings.server.inbox.PageCursor;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Handles {@code /v1/dead-letters}: lists the deliveries of a tenant that failed for good, and replays one by its id. */
final class DeadLetterHandlers {
    private final DeadLetters deadLetters;

    DeadLetterHandlers(DeadLetters deadLetters) {
        this.deadLetters = deadLetters;
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        Period period = new Period(call.since(), call.until());
        String query = "dead letters " + call.tenant() + times(period);
        return deadLetters
                .page(call.tenant(), period, call.limit(), call.cursor().map(text -> PageCursor.parse(text, query)))
                .thenApply(page -> ApiResponse.list(
                        new ResultPage<>(
                                page.items(), page.next().map(id -> PageCursor.after(UUID.fromString(id), query))),
                        ExplanationViews::failure));
    }

    CompletionStage<ApiResponse> replay(ApiRequest call) {
        return deadLetters.replay(call.tenant(), call.notification()).thenApply(outcome -> {
            if (outcome instanceof ReplayResult.NotFound) {
                throw ProblemException.notFound("dead letter");
            }
            return outcome instanceof ReplayResult.Unchanged unchanged
                            && !unchanged.status().state().equals(DeliveryState.PENDING.wire())
                    ? status(200, unchanged.status().state(), unchanged.status().reason())
                    : status(202, "trying", null);
        });
    }

    private static ApiResponse status(int code, String status, String reason) {
        return ApiResponse.json(code, json -> {
            json.writeStartObject();
            json.writeStringField("status", status);
            json.writeStringField("reason", reason);
            json.writeEndObject();
        });
    }

    /** A cursor is bound to the period. Without one it is as in earlier versions. */
    private static String times(Period period) {
        return period.equals(Period.ALL)
                ? ""
                : " " + period.since().map(Instant::toString).orElse("") + " "
                        + period.until().map(Instant::toString).orElse("");
    }
}
