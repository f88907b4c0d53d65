package dev.tidings.server.recurring;

import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.Notification;
import dev.tidings.server.intake.NotificationFactory;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.intake.TenantCatalog;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.types.TypeService;
import dev.tidings.templates.TemplateService;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Builds the notifications of a recurring schedule for given times, with the types and templates at planning time, or the reason why they
 * would be refused. Adds nothing to the schedule.
 */
final class OccurrenceDrafts {
    private final TypeService types;
    private final TemplateService templates;
    private final SendRequestParser parser;

    /** The occurrences to schedule, or the reason why nothing can be sent now. */
    record Draft(List<ScheduledRequest> occurrences, Optional<SubmitResult> refusal) {}

    OccurrenceDrafts(TypeService types, TemplateService templates, SendRequestParser parser) {
        this.types = types;
        this.templates = templates;
        this.parser = parser;
    }

    /** May block. */
    Draft of(RecurringSchedule schedule, List<Instant> times) {
        return of(schedule, times, true);
    }

    /** The occurrences that may have been planned. They are only cancelled and need no rendering, so current templates do not matter. */
    List<ScheduledRequest> planned(RecurringSchedule schedule, List<Instant> times) {
        return of(schedule, times, false).occurrences();
    }

    /**
     * Whether a refusal prevents sending. A request that was small enough when it was entered still reaches the inbox if a later template
     * makes it too large for a channel.
     */
    private static boolean preventsSending(SubmitResult why, boolean rendering) {
        return !(why instanceof SubmitResult.TooLarge) && (rendering || !(why instanceof SubmitResult.MissingValues));
    }

    private Draft of(RecurringSchedule schedule, List<Instant> times, boolean rendering) {
        if (times.isEmpty()) {
            return new Draft(List.of(), Optional.empty());
        }
        SendRequest request = parser.parseAccepted(schedule.request().getBytes(StandardCharsets.UTF_8));
        TenantCatalog tenantCatalog =
                TenantCatalog.of(schedule.tenant(), types, templates).join();
        Optional<SubmitResult> refusal = tenantCatalog.refusal(request).filter(why -> preventsSending(why, rendering));
        if (refusal.isPresent()) {
            return new Draft(List.of(), refusal);
        }
        Sender sender = new Sender(schedule.tenant(), "recurring:" + schedule.name());
        List<ScheduledRequest> occurrences = times.stream()
                .map(time -> {
                    Notification notification = NotificationFactory.of(
                            sender, request, tenantCatalog, OccurrenceId.of(schedule, time), time, null);
                    return new ScheduledRequest(notification, request.target(), time);
                })
                .toList();
        return new Draft(occurrences, Optional.empty());
    }
}
