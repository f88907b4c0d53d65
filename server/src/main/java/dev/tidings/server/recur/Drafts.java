package dev.tidings.server.recur;

import dev.tidings.core.meta.RecurringSchedule;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.intake.LogIntake;
import dev.tidings.server.intake.Notifications;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.Submitted;
import dev.tidings.server.schedule.Timed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Occurrences as notifications to be scheduled. The type, and what it allows, is that of the moment in which they are planned. */
final class Drafts {
    private final TypeService types;
    private final SendRequestParser parser;

    /** What a schedule sends, or why it can't send anything now. */
    record Draft(List<Timed> occurrences, Optional<Submitted> refusal) {}

    Drafts(TypeService types, SendRequestParser parser) {
        this.types = types;
        this.parser = parser;
    }

    /** May block. */
    Draft of(RecurringSchedule schedule, List<Instant> times) {
        if (times.isEmpty()) {
            return new Draft(List.of(), Optional.empty());
        }
        SendRequest request = parser.reread(schedule.request().getBytes(StandardCharsets.UTF_8));
        Map<String, NotificationType> known = types.all(schedule.tenant()).join();
        Optional<Submitted> refusal = LogIntake.refuse(request, known);
        if (refusal.isPresent()) {
            return new Draft(List.of(), refusal);
        }
        NotificationType type = known.get(request.type().orElse(NotificationType.DEFAULT.name()));
        Sender sender = new Sender(schedule.tenant(), "recurring:" + schedule.name());
        List<Timed> occurrences = times.stream()
                .map(time -> {
                    Notification notification =
                            Notifications.of(sender, request, type, OccurrenceId.of(schedule, time), time, null);
                    return new Timed(notification, request.target(), time);
                })
                .toList();
        return new Draft(occurrences, Optional.empty());
    }
}
