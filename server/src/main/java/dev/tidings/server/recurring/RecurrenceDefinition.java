package dev.tidings.server.recurring;

import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.Recurrence;
import java.time.Instant;
import java.util.Optional;

/**
 * The parts of a recurring schedule that a tenant defines: recurrence, pause, policy for missed occurrences and the send request. Without
 * the progress of the planner.
 */
public record RecurrenceDefinition(Recurrence when, boolean paused, MissedPolicy missed, String request) {

    static RecurrenceDefinition of(RecurringSchedule schedule) {
        return new RecurrenceDefinition(
                schedule.recurrence(), schedule.paused(), schedule.missed(), schedule.request());
    }

    RecurrenceDefinition paused(boolean now) {
        return new RecurrenceDefinition(when, now, missed, request);
    }

    /**
     * A schedule with this definition that plans only occurrences after a time.
     *
     * @param revision the revision it must have now; 0 if it must not exist
     */
    RecurringSchedule begin(String tenant, String name, Instant createdAt, long revision, Instant from) {
        Optional<Instant> next = paused ? Optional.empty() : new Occurrences(when, createdAt).after(from);
        RecurringSchedule.Progress progress =
                new RecurringSchedule.Progress(revision, from, from, next, Optional.empty());
        return new RecurringSchedule(tenant, name, when, paused, missed, request, createdAt, revision, progress);
    }
}
