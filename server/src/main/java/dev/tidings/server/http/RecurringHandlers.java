package dev.tidings.server.http;

import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.Recurrence;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.TenantCatalog;
import dev.tidings.server.recurring.RecurrenceDefinition;
import dev.tidings.server.recurring.RecurringScheduler;
import dev.tidings.server.types.TypeService;
import dev.tidings.templates.TemplateService;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Handles {@code /v1/recurring}: lists, shows, stores, pauses, resumes and deletes the recurring schedules of a tenant. */
final class RecurringHandlers {
    private static final int SHOWN_OCCURRENCES = 5;
    private static final String WHAT = "recurring schedule";

    private final RecurringScheduler recurringScheduler;
    private final TypeService types;
    private final TemplateService templates;
    private final InstantSource clock;
    private final BlockingPool calls;
    private final NestedSendRequestReader nested;

    RecurringHandlers(ApiContext api) {
        this.recurringScheduler = api.pipeline().recurring();
        this.types = api.users().types();
        this.templates = api.users().templates();
        this.clock = api.clock();
        this.calls = api.pools().metadata();
        this.nested = new NestedSendRequestReader(api.pipeline().parser(), "notification");
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        return PageResponses.answer(
                call,
                "recurring",
                (json, schedule) -> RecurringFields.write(
                        json, schedule, recurringScheduler.nextOccurrences(schedule, SHOWN_OCCURRENCES)),
                after -> calls.submit(() -> recurringScheduler.list(call.tenant(), after, call.limit())));
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        String name = call.pathName("name");
        return calls.submit(() -> found(recurringScheduler.find(call.tenant(), name)));
    }

    /** Validates the notification now, as far as possible, instead of at its first occurrence. */
    CompletionStage<ApiResponse> put(ApiRequest call) {
        String name = call.pathName("name");
        JsonFields fields = JsonFields.ofBody(call.body());
        SendRequest request = nested.read(call.body(), fields);
        Optional<Recurrence> when = RecurringFields.recurrence(fields, clock.instant());
        MissedPolicy missed = RecurringFields.missed(fields);
        boolean paused = fields.bool("paused").orElse(false);
        fields.throwIfInvalid();
        String json = new String(request.json(), StandardCharsets.UTF_8);
        RecurrenceDefinition definition = new RecurrenceDefinition(when.orElseThrow(), paused, missed, json);
        return TenantCatalog.of(call.tenant(), types, templates).thenCompose(tenantCatalog -> {
            tenantCatalog.refusal(request).ifPresent(refusal -> {
                throw SubmitProblems.refusal(refusal, "").nestedUnder("/notification");
            });
            return calls.submit(() -> answer(recurringScheduler.put(call.tenant(), name, definition, call.actor())));
        });
    }

    CompletionStage<ApiResponse> pause(ApiRequest call) {
        return pause(call, true);
    }

    CompletionStage<ApiResponse> resume(ApiRequest call) {
        return pause(call, false);
    }

    private CompletionStage<ApiResponse> pause(ApiRequest call, boolean paused) {
        String name = call.pathName("name");
        return calls.submit(() -> found(recurringScheduler.pause(call.tenant(), name, paused, call.actor())));
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        String name = call.pathName("name");
        return calls.submit(() -> {
            if (!recurringScheduler.delete(call.tenant(), name, call.actor())) {
                throw ProblemException.notFound(WHAT);
            }
            return ApiResponse.noContent();
        });
    }

    private ApiResponse found(Optional<RecurringSchedule> schedule) {
        return answer(schedule.orElseThrow(() -> ProblemException.notFound(WHAT)));
    }

    private ApiResponse answer(RecurringSchedule schedule) {
        return ApiResponse.json(
                200,
                json -> RecurringFields.write(
                        json, schedule, recurringScheduler.nextOccurrences(schedule, SHOWN_OCCURRENCES)));
    }
}
