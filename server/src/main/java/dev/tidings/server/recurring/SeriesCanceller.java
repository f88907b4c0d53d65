package dev.tidings.server.recurring;

import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.server.schedule.ScheduleChange;
import dev.tidings.server.schedule.Schedules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cancels the planned occurrences of a recurring schedule before it is changed or deleted. The schedule must be on hold: planners that read
 * it from then on skip it, so planned occurrences lie no further ahead than a planner plans.
 *
 * <p>A planner that read the schedule earlier may add an occurrence later. So each occurrence is added here and then cancelled: a cancelled
 * id stays cancelled, however often it is added.
 */
final class SeriesCanceller {
    private final Schedules schedules;
    private final OccurrenceDrafts occurrenceDrafts;

    SeriesCanceller(Schedules schedules, OccurrenceDrafts occurrenceDrafts) {
        this.schedules = schedules;
        this.occurrenceDrafts = occurrenceDrafts;
    }

    /**
     * @param ended the schedule on hold, still with its old definition and series
     * @param now not before the hold
     * @return from when on another series may be planned: now, or after the last occurrence of this or an earlier series that was too late
     *     to cancel
     */
    Instant cancelPlanned(RecurringSchedule ended, Instant now) {
        Instant begun = ended.progress().seriesFrom();
        Instant from = begun.isAfter(now) ? begun : now;
        List<Instant> times = ended.paused() ? List.of() : ahead(ended, from, now);
        if (times.isEmpty()) {
            return from;
        }
        // Empty if the request is refused by now: then no planner adds any either.
        schedules.add(occurrenceDrafts.planned(ended, times)).join();
        for (Instant time : times) {
            ScheduleChange change = schedules
                    .cancel(ended.tenant(), OccurrenceId.of(ended, time))
                    .join();
            if (change instanceof ScheduleChange.TooLate) {
                from = time;
            }
        }
        return from;
    }

    private static List<Instant> ahead(RecurringSchedule ended, Instant from, Instant now) {
        Instant usual = PlannerTiming.furthestPlanned(now);
        // Further, if the clock was set back since they were planned.
        Instant planned = ended.progress().plannedTo();
        Instant farthest = planned.isAfter(usual) ? planned : usual;
        Occurrences occurrences = Occurrences.of(ended);
        List<Instant> times = new ArrayList<>();
        Optional<Instant> next = occurrences.after(from);
        while (next.isPresent() && !next.get().isAfter(farthest)) {
            times.add(next.get());
            next = occurrences.after(next.get());
        }
        return times;
    }
}
