package dev.tidings.server.http;

import dev.tidings.server.auth.Caller;
import dev.tidings.server.explain.NotificationTrace;
import dev.tidings.server.intake.Intake;
import dev.tidings.server.intake.RequestLimits;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.validation.ValueRules;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Handles {@code /v1/notifications}: sends one notification, lists those sent, and shows the state, recipients, deliveries and explanation
 * of one.
 */
final class NotificationHandlers {
    private static final String KEY_HEADER = "Idempotency-Key";
    private static final Duration DEFAULT_PERIOD = Duration.ofDays(1);

    private final Intake intake;
    private final NotificationTrace trace;
    private final SendRequestParser parser;
    private final InstantSource clock;

    NotificationHandlers(ApiContext api) {
        this.intake = api.pipeline().intake();
        this.trace = api.pipeline().trace();
        this.parser = api.pipeline().parser();
        this.clock = api.clock();
    }

    static Sender sender(ApiRequest call) {
        return new Sender(call.tenant(), ((Caller.Key) call.caller()).id());
    }

    CompletionStage<ApiResponse> send(ApiRequest call) {
        Optional<String> key = call.header(KEY_HEADER);
        if (key.isPresent() && !ValueRules.isIdempotencyKey(key.get(), RequestLimits.MAX_IDEMPOTENCY_KEY)) {
            String expected = "1 to " + RequestLimits.MAX_IDEMPOTENCY_KEY + " visible ASCII characters";
            throw ProblemException.parameter("header:" + KEY_HEADER, key.get(), expected);
        }
        SendRequest request = key.isPresent() ? parser.parseKeyed(call.body()) : parser.parse(call.body());
        return intake.submit(sender(call), request, key).thenApply(NotificationHandlers::sent);
    }

    private static ApiResponse sent(SubmitResult outcome) {
        if (!(outcome instanceof SubmitResult.Accepted accepted)) {
            throw SubmitProblems.refusal(outcome, "header:" + KEY_HEADER);
        }
        ApiResponse answer = ApiResponse.json(202, json -> {
            json.writeStartObject();
            json.writeStringField("id", accepted.id().toString());
            if (accepted.sendAt().isPresent()) {
                Json.time(json, "sendAt", accepted.sendAt());
            }
            json.writeEndObject();
        });
        return accepted.replayed() ? answer.header("Idempotent-Replayed", "true") : answer;
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        SinceCursor from = SinceCursor.of(call, clock.instant(), DEFAULT_PERIOD);
        return trace.sent(call.tenant(), from.since(), call.limit(), from.inner())
                .thenApply(sent -> ApiResponse.list(from.wrap(sent), NotificationViews::sent));
    }

    CompletionStage<ApiResponse> details(ApiRequest call) {
        return trace.details(call.tenant(), call.notification())
                .thenApply(found -> found.map(
                                details -> ApiResponse.json(200, json -> NotificationViews.details(json, details)))
                        .orElseThrow(() -> ProblemException.notFound("notification")));
    }

    CompletionStage<ApiResponse> deliveries(ApiRequest call) {
        return trace.deliveries(call.tenant(), call.notification(), call.requiredUser())
                .thenApply(found -> found.map(deliveries ->
                                ApiResponse.json(200, json -> NotificationViews.deliveries(json, deliveries)))
                        .orElseThrow(() -> ProblemException.notFound("notification for this user")));
    }

    CompletionStage<ApiResponse> why(ApiRequest call) {
        return trace.explain(call.tenant(), call.notification(), call.requiredUser())
                .thenApply(found -> found.map(
                                why -> ApiResponse.json(200, json -> ExplanationViews.explanation(json, why)))
                        .orElseThrow(() -> ProblemException.notFound("notification for this user")));
    }

    CompletionStage<ApiResponse> recipients(ApiRequest call) {
        return trace.recipients(call.tenant(), call.notification(), call.limit(), call.cursor())
                .thenApply(found -> found.map(users -> ApiResponse.list(users, NotificationViews::recipient))
                        .orElseThrow(() -> ProblemException.notFound("notification")));
    }
}
