package dev.tidings.server.recur;

import dev.tidings.core.meta.RecurringSchedule;
import dev.tidings.server.schedule.Change;
import dev.tidings.server.schedule.Schedules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes back what may have been planned of a series that is over. The schedule has to be held before: whoever reads it from then on
 * leaves it alone, so what can be there was planned with a clock of before, and lies no farther ahead than a planner looks.
 *
 * <p>Somebody who has read it before may only now get to add an occurrence. So each is added here and then cancelled: what
 * is cancelled stays so, however often it is added.
 */
final class Retirement {
    private final Schedules schedules;
    private final Drafts drafts;

    Retirement(Schedules schedules, Drafts drafts) {
        this.schedules = schedules;
        this.drafts = drafts;
    }

    /**
     * @param over as it is held: what it says and its series are still those of before
     * @param now not before it was held
     * @return from when on another series may be planned: now, or after the last that could not be taken back any more, of this series
     *     or of one before
     */
    Instant retire(RecurringSchedule over, Instant now) {
        Instant begun = over.progress().seriesFrom();
        Instant from = begun.isAfter(now) ? begun : now;
        List<Instant> times = over.paused() ? List.of() : ahead(over, from, now);
        if (times.isEmpty()) {
            return from;
        }
        // None, if the request is refused by now: then no planner adds any either.
        schedules.add(drafts.planned(over, times)).join();
        for (Instant time : times) {
            Change change =
                    schedules.cancel(over.tenant(), OccurrenceId.of(over, time)).join();
            if (change instanceof Change.TooLate) {
                from = time;
            }
        }
        return from;
    }

    private static List<Instant> ahead(RecurringSchedule over, Instant from, Instant now) {
        Instant usual = Timing.farthest(now);
        // Farther, if the clock was set back since they were planned.
        Instant planned = over.progress().plannedTo();
        Instant farthest = planned.isAfter(usual) ? planned : usual;
        Occurrences occurrences = Occurrences.of(over);
        List<Instant> times = new ArrayList<>();
        Optional<Instant> next = occurrences.after(from);
        while (next.isPresent() && !next.get().isAfter(farthest)) {
            times.add(next.get());
            next = occurrences.after(next.get());
        }
        return times;
    }
}
