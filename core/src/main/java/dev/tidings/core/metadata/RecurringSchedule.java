package dev.tidings.core.metadata;

import dev.tidings.core.model.Recurrence;
import java.time.Instant;
import java.util.Optional;

/**
 * A tenant's recurring notification, and how far its occurrences are planned.
 *
 * @param name the tenant's name for it
 * @param paused whether nothing is sent until it is resumed
 * @param missed the policy for occurrences that were not planned in time
 * @param request the notification to send, the original JSON
 * @param revision counts up with each change within the tenant, so that a schedule that is deleted and created again never reuses one; 0 if
 *     it is not stored yet
 */
public record RecurringSchedule(
        String tenant,
        String name,
        Recurrence recurrence,
        boolean paused,
        MissedPolicy missed,
        String request,
        Instant createdAt,
        long revision,
        Progress progress) {

    /**
     * The planning progress of a schedule.
     *
     * @param series part of the ids of its occurrences: the revision with which planning last started anew. Kept while the schedule is
     *     held, so that the next planner knows what may be planned
     * @param seriesFrom the series has no occurrence at or before it; the previous series may have some that could not be cancelled
     * @param plannedTo every occurrence of the series up to then is scheduled, or deliberately left out
     * @param next the first occurrence after that; empty if there is none, or the schedule is paused
     * @param heldUntil set while the schedule is being changed: it is not planned until then
     */
    public record Progress(
            long series, Instant seriesFrom, Instant plannedTo, Optional<Instant> next, Optional<Instant> heldUntil) {}

    /** A copy that is planned up to a time. */
    public RecurringSchedule planned(Instant to, Optional<Instant> next) {
        return with(new Progress(progress.series, progress.seriesFrom, to, next, Optional.empty()));
    }

    /** A copy that starts a new series with this revision, after the given time. */
    public RecurringSchedule restarted(Instant from, Optional<Instant> next) {
        return with(new Progress(revision, from, from, next, Optional.empty()));
    }

    /** A copy of the same series, reset to an earlier time after a clock that was ahead had moved it too far. */
    public RecurringSchedule resetTo(Instant seriesFrom, Instant plannedTo) {
        return with(new Progress(progress.series, seriesFrom, plannedTo, progress.next, progress.heldUntil));
    }

    private RecurringSchedule with(Progress other) {
        return new RecurringSchedule(tenant, name, recurrence, paused, missed, request, createdAt, revision, other);
    }

    /** Whether both define the same schedule, regardless of progress. */
    public boolean sameDefinitionAs(RecurringSchedule other) {
        return recurrence.equals(other.recurrence)
                && paused == other.paused
                && missed == other.missed
                && request.equals(other.request);
    }
}
