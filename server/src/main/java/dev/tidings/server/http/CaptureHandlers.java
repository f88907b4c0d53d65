package dev.tidings.server.http;

import dev.tidings.channels.capture.CaptureKind;
import dev.tidings.channels.capture.CaptureRule;
import dev.tidings.channels.capture.CapturedDelivery;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.ResultPage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Handles {@code /v1/captured}: lists and clears the messages that the built-in capture provider recorded, and sets the rules for its
 * outcomes. All in memory, so nothing blocks.
 */
final class CaptureHandlers {
    private final CaptureKind capture;

    CaptureHandlers(CaptureKind capture) {
        this.capture = capture;
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        Optional<Channel> channel = call.parameter("channel")
                .map(text -> Channel.ofWire(text)
                        .orElseThrow(() -> ProblemException.parameter("query:channel", text, CaptureFields.CHANNELS)));
        Optional<String> user = call.parameter("user").map(any -> call.requiredUser());
        Predicate<CapturedDelivery> which =
                captured -> channel.map(captured.delivery().channel()::equals).orElse(true)
                        && user.map(captured.delivery().user().user()::equals).orElse(true);
        String query = "captured\n" + channel.map(Channel::wire).orElse("") + "\n" + user.orElse("");
        return PageResponses.answer(
                call,
                query,
                CaptureFields::write,
                before -> CompletableFuture.completedFuture(page(call, which, before)));
    }

    private ResultPage<CapturedDelivery> page(
            ApiRequest call, Predicate<CapturedDelivery> which, Optional<String> before) {
        long number = before.map(text -> number(text, call)).orElse(Long.MAX_VALUE);
        List<CapturedDelivery> found = capture.list(call.tenant(), which, number, call.limit() + 1);
        boolean more = found.size() > call.limit();
        List<CapturedDelivery> items = more ? found.subList(0, call.limit()) : found;
        return new ResultPage<>(
                items,
                more ? Optional.of(Long.toString(items.get(items.size() - 1).number())) : Optional.empty());
    }

    private static long number(String text, ApiRequest call) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException madeUp) {
            throw Cursors.invalid(call.cursor().orElse(null));
        }
    }

    CompletionStage<ApiResponse> clear(ApiRequest call) {
        capture.clear(call.tenant());
        return CompletableFuture.completedFuture(ApiResponse.noContent());
    }

    CompletionStage<ApiResponse> script(ApiRequest call) {
        List<CaptureRule> rules = CaptureFields.rules(JsonFields.ofBody(call.body()));
        capture.script(call.tenant(), rules);
        List<CaptureRule> inForce = capture.rules(call.tenant());
        return CompletableFuture.completedFuture(ApiResponse.json(200, json -> CaptureFields.write(json, inForce)));
    }
}
