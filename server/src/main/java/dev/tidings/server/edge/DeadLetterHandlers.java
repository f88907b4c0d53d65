package dev.tidings.server.edge;

import dev.tidings.server.deliver.DeadLetters;
import dev.tidings.server.inbox.InboxCursor;
import dev.tidings.server.inbox.Listing;
import java.util.concurrent.CompletionStage;

/** Deliveries that were given up. */
final class DeadLetterHandlers {
    private final DeadLetters deadLetters;

    DeadLetterHandlers(EdgeParts parts) {
        this.deadLetters = parts.outbound().deadLetters();
    }

    CompletionStage<Answer> list(Call call) {
        String question = "dead letters " + call.tenant();
        return deadLetters
                .page(call.tenant(), call.limit(), call.cursor().map(text -> InboxCursor.parse(text, question)))
                .thenApply(page -> Answer.list(
                        new Listing<>(page.items(), page.before().map(id -> InboxCursor.after(id, question))),
                        WhyViews::failure));
    }

    CompletionStage<Answer> replay(Call call) {
        return deadLetters.replay(call.tenant(), call.notification()).thenApply(outcome -> {
            if (outcome == DeadLetters.Replay.NOT_FOUND) {
                throw ProblemException.notFound("delivery that was given up");
            }
            return Answer.json(202, json -> {
                json.writeStartObject();
                json.writeStringField("status", "trying");
                json.writeEndObject();
            });
        });
    }
}
