package dev.tidings.server.edge;

import dev.tidings.core.meta.Slice;
import dev.tidings.server.inbox.Listing;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Answers lists that the database keeps. */
final class Slices {
    private Slices() {}

    /** @param question what is listed, to which a cursor is bound, together with the tenant who asks */
    static <T> CompletionStage<Answer> answer(
            Call call,
            String question,
            Json.View<T> view,
            Function<Optional<String>, CompletionStage<Slice<T>>> listAfter) {
        String bound = call.tenant() + "\n" + question;
        // Also checks the limit before anybody is asked.
        call.limit();
        return listAfter
                .apply(Cursors.decode(bound, call.cursor()))
                .thenApply(slice -> Answer.list(
                        new Listing<>(slice.items(), slice.next().map(key -> Cursors.encode(bound, key))), view));
    }
}
