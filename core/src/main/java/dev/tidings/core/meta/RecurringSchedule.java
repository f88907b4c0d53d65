package dev.tidings.core.meta;

import dev.tidings.core.model.Recurrence;
import java.time.Instant;
import java.util.Optional;

/**
 * A notification that is sent again and again.
 *
 * @param name what the tenant calls it
 * @param paused whether nothing is sent until it is resumed
 * @param missed what to do about occurrences that nobody planned in time
 * @param request the notification to send, JSON as it came
 * @param revision counts up with each change within the tenant, so that one that is deleted and made again has none of before; 0 if
 *     it is not stored yet
 */
public record RecurringSchedule(
        String tenant,
        String name,
        Recurrence when,
        boolean paused,
        Missed missed,
        String request,
        Instant createdAt,
        long revision,
        Progress progress) {

    /**
     * How far it is planned.
     *
     * @param series what the ids of its occurrences are made with: the revision with which planning began anew. It stays while the
     *     schedule is held, so that whoever goes on knows what may be planned
     * @param seriesFrom none of the series is at or before; the one before it may have had some that could not be taken back
     * @param plannedTo every occurrence of the series up to then is scheduled, or is meant not to be
     * @param next the first occurrence after that; empty if there is none, or it is paused
     * @param heldUntil set while it is being changed: nobody plans it until then
     */
    public record Progress(
            long series, Instant seriesFrom, Instant plannedTo, Optional<Instant> next, Optional<Instant> heldUntil) {}

    /** The same, planned so far. */
    public RecurringSchedule planned(Instant to, Optional<Instant> next) {
        return with(new Progress(progress.series, progress.seriesFrom, to, next, Optional.empty()));
    }

    /** The same, with nothing planned of this revision but what was meant to be up to then. */
    public RecurringSchedule restarted(Instant from, Optional<Instant> next) {
        return with(new Progress(revision, from, from, next, Optional.empty()));
    }

    /** The same series, with nothing planned of it but what was meant to be up to then: a clock that was ahead has said otherwise. */
    public RecurringSchedule setBack(Instant seriesFrom, Instant plannedTo) {
        return with(new Progress(progress.series, seriesFrom, plannedTo, progress.next, progress.heldUntil));
    }

    private RecurringSchedule with(Progress other) {
        return new RecurringSchedule(tenant, name, when, paused, missed, request, createdAt, revision, other);
    }

    /** Whether somebody who asks for the other has it already. */
    public boolean means(RecurringSchedule other) {
        return when.equals(other.when)
                && paused == other.paused
                && missed == other.missed
                && request.equals(other.request);
    }
}
