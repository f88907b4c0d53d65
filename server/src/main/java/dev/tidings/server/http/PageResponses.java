package dev.tidings.server.http;

import dev.tidings.core.model.ResultPage;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Answers a call for one page of a list: decodes the cursor, reads the page, and writes it as JSON with the cursor of the next one. */
final class PageResponses {
    private PageResponses() {}

    /** @param query identifies the list; cursors are bound to it and to the tenant */
    static <T> CompletionStage<ApiResponse> answer(
            ApiRequest call,
            String query,
            Json.JsonView<T> view,
            Function<Optional<String>, CompletionStage<ResultPage<T>>> listAfter) {
        String bound = call.tenant() + "\n" + query;
        // Checks the limit before the list is read.
        call.limit();
        return listAfter
                .apply(Cursors.decode(bound, call.cursor()))
                .thenApply(slice -> ApiResponse.list(
                        new ResultPage<>(slice.items(), slice.next().map(key -> Cursors.encode(bound, key))), view));
    }
}
