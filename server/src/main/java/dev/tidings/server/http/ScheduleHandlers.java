package dev.tidings.server.http;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.explain.NotificationTrace;
import dev.tidings.server.intake.ResolvedSendTime;
import dev.tidings.server.intake.SendTime;
import dev.tidings.server.intake.SendTimeFields;
import dev.tidings.server.intake.SendTimeResolver;
import dev.tidings.server.schedule.ScheduleChange;
import dev.tidings.server.schedule.ScheduledNotification;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.InvalidRequestException;
import dev.tidings.server.validation.Times;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * Lists the scheduled notifications of a user or of the tenant, and cancels or reschedules one by its id. Recurring schedules have their own
 * handlers.
 */
final class ScheduleHandlers {
    private final Schedules schedules;
    private final SendTimeResolver sendTimeResolver;
    private final NotificationTrace trace;

    ScheduleHandlers(ApiContext api) {
        this.schedules = api.pipeline().scheduler().schedules();
        this.sendTimeResolver = api.pipeline().sendTimes();
        this.trace = api.pipeline().trace();
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        UserKey user = call.user();
        return trace.scheduled(user.tenant(), user.user(), call.limit(), call.cursor())
                .thenApply(page -> ApiResponse.list(page, NotificationViews::scheduled));
    }

    CompletionStage<ApiResponse> listAll(ApiRequest call) {
        Optional<Instant> from = call.from();
        Optional<Instant> until = call.until();
        if (from.isPresent() && until.isPresent() && !until.get().isAfter(from.get())) {
            throw ProblemException.parameter(
                    "query:until", call.parameter("until").orElseThrow(), "a time after from");
        }
        return trace.scheduled(call.tenant(), from, until, call.limit(), call.cursor())
                .thenApply(page -> ApiResponse.list(page, NotificationViews::scheduledOfTenant));
    }

    CompletionStage<ApiResponse> cancel(ApiRequest call) {
        return schedules.cancel(call.tenant(), call.notification()).thenApply(change -> {
            if (change instanceof ScheduleChange.Cancelled) {
                return ApiResponse.json(200, json -> {
                    json.writeStartObject();
                    json.writeStringField("status", "cancelled");
                    json.writeEndObject();
                });
            }
            throw refusal(change);
        });
    }

    CompletionStage<ApiResponse> reschedule(ApiRequest call) {
        UUID id = call.notification();
        SendTime sendTime = when(call.body());
        return schedules
                .find(call.tenant(), id)
                .thenCompose(found -> {
                    ScheduledNotification scheduled = found.orElseThrow(ScheduleHandlers::notFound);
                    if (scheduled.cancelled()) {
                        throw refusal(new ScheduleChange.Cancelled());
                    }
                    return sendTimeResolver
                            .resolve(call.tenant(), scheduled.target(), sendTime)
                            .thenCompose(resolved ->
                                    schedules.move(call.tenant(), id, checked(resolved, sendTime, scheduled)));
                })
                .thenApply(change -> {
                    if (change instanceof ScheduleChange.Moved moved) {
                        return ApiResponse.json(200, json -> {
                            json.writeStartObject();
                            json.writeStringField("status", "moved");
                            Json.time(json, SendTimeFields.SEND_AT, moved.due());
                            json.writeEndObject();
                        });
                    }
                    throw refusal(change);
                });
    }

    private static SendTime when(byte[] body) {
        JsonFields fields = JsonFields.ofBody(body);
        SendTimeFields read = new SendTimeFields();
        for (String name : List.of(
                SendTimeFields.SEND_AT, SendTimeFields.SEND_AT_LOCAL, SendTimeFields.ZONE, SendTimeFields.DELAY)) {
            boolean given = fields.all().containsKey(name);
            String text = fields.text(name, SendTimeFields.expected(name), any -> true)
                    .orElse(null);
            if (given) {
                read.put(name, text, false, fields.errors());
            }
        }
        SendTime sendTime = read.required(fields.errors());
        fields.throwIfInvalid();
        return sendTime;
    }

    private static Instant checked(ResolvedSendTime resolved, SendTime sendTime, ScheduledNotification scheduled) {
        if (resolved instanceof ResolvedSendTime.Refused refused) {
            throw new InvalidRequestException(List.of(refused.error()));
        }
        Instant due = ((ResolvedSendTime.Due) resolved).time();
        if (scheduled.sentAt(due).expiredBy(due)) {
            String expected = "a time before it expires, which is at "
                    + scheduled.notification().expiresAt();
            throw new InvalidRequestException(
                    List.of(new FieldError("/" + sendTime.field(), sendTime.given(), expected)));
        }
        return due;
    }

    private static ProblemException refusal(ScheduleChange change) {
        if (change instanceof ScheduleChange.TooLate late) {
            return new ProblemException(Problem.TOO_LATE, "its send time was " + Times.text(late.due()));
        }
        return change instanceof ScheduleChange.Cancelled
                ? new ProblemException(Problem.CANCELLED, "it was cancelled and will not be sent")
                : notFound();
    }

    private static ProblemException notFound() {
        return ProblemException.notFound("scheduled notification");
    }
}
