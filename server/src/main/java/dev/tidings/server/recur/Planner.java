package dev.tidings.server.recur;

import dev.tidings.core.meta.Meta;
import dev.tidings.core.meta.Missed;
import dev.tidings.core.meta.RecurringSchedule;
import dev.tidings.server.intake.InvalidRequestException;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.schedule.Timed;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands occurrences to the schedules ahead of their time. Several processes may do so at once: they add the same ids, and what one
 * stores about the progress is as true as what the other does.
 */
final class Planner {
    private static final Logger log = LoggerFactory.getLogger(Planner.class);
    private static final int PAGE = 200;
    private static final int ADDED_AT_ONCE = 500;
    private static final int MOST_REMEMBERED = 10_000;

    private final Meta.RecurringSchedules store;
    private final Schedules schedules;
    private final Drafts drafts;
    private final InstantSource clock;
    /** Series about which somebody was told already that they can't send. */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    Planner(Meta.RecurringSchedules store, Schedules schedules, Drafts drafts, InstantSource clock) {
        this.store = store;
        this.schedules = schedules;
        this.drafts = drafts;
        this.clock = clock;
    }

    /**
     * Plans all that is due to be, and says which could not be because a change of them was never finished. Blocks; fails if a store
     * does not answer, and then the next step does what is left.
     */
    List<RecurringSchedule> planAll() {
        // Taken before anything is read: who takes a series back relies on it.
        Instant now = clock.instant();
        List<RecurringSchedule> abandoned = new ArrayList<>();
        List<RecurringSchedule> page = due(now, Optional.empty());
        while (!page.isEmpty()) {
            List<RecurringSchedule> free = new ArrayList<>();
            for (RecurringSchedule schedule : page) {
                Optional<Instant> heldUntil = schedule.progress().heldUntil();
                if (heldUntil.isEmpty()) {
                    free.add(schedule);
                } else if (isOver(heldUntil.get(), now)) {
                    abandoned.add(schedule);
                }
            }
            plan(free, now);
            page = due(now, Optional.of(page.get(page.size() - 1)));
        }
        return abandoned;
    }

    private List<RecurringSchedule> due(Instant now, Optional<RecurringSchedule> after) {
        return store.due(now.plus(Timing.AHEAD), Timing.farthest(now), after, PAGE);
    }

    /** Also if nobody can have meant to hold it for so long: then it was somebody whose clock was ahead. */
    private static boolean isOver(Instant heldUntil, Instant now) {
        return !heldUntil.isAfter(now)
                || heldUntil.isAfter(now.plus(Timing.HOLD).plus(Timing.CLOCKS_APART));
    }

    /** @param now of before the schedules were read */
    void plan(List<RecurringSchedule> read, Instant now) {
        List<Timed> occurrences = new ArrayList<>();
        List<RecurringSchedule> planned = new ArrayList<>();
        for (RecurringSchedule schedule : read) {
            try {
                planned.add(plan(schedule, now, occurrences));
            } catch (IllegalArgumentException | IllegalStateException | InvalidRequestException e) {
                // Its neighbours are not to wait for one that a newer version may have written.
                log.warn("recurring {} of {} can't be planned: {}", schedule.name(), schedule.tenant(), e.toString());
            }
        }
        for (int from = 0; from < occurrences.size(); from += ADDED_AT_ONCE) {
            int to = Math.min(from + ADDED_AT_ONCE, occurrences.size());
            schedules.add(List.copyOf(occurrences.subList(from, to))).join();
        }
        if (!planned.isEmpty()) {
            store.advance(planned);
        }
    }

    private RecurringSchedule plan(RecurringSchedule read, Instant now, List<Timed> into) {
        RecurringSchedule schedule = believable(read, now);
        Occurrences when = Occurrences.of(schedule);
        Instant plannedTo = schedule.progress().plannedTo();
        Instant horizon = now.plus(Timing.AHEAD);
        Instant missed = now.minus(Timing.LATE);
        boolean skip = schedule.missed() == Missed.SKIP && plannedTo.isBefore(missed);
        Deque<Instant> late = new ArrayDeque<>();
        List<Instant> times = new ArrayList<>();
        int dropped = 0;
        Optional<Instant> next = when.after(skip ? missed : plannedTo);
        for (; next.isPresent() && !next.get().isAfter(horizon); next = when.after(next.get())) {
            if (next.get().isAfter(now)) {
                times.add(next.get());
                continue;
            }
            late.add(next.get());
            if (late.size() > Timing.MOST_MISSED) {
                late.remove();
                dropped++;
            }
        }
        if (dropped > 0) {
            log.warn(
                    "recurring {} of {}: {} occurrences were missed, of which the last {} are sent now",
                    schedule.name(),
                    schedule.tenant(),
                    dropped + late.size(),
                    late.size());
        }
        times.addAll(0, late);
        into.addAll(draft(schedule, times));
        Instant to = horizon.isAfter(plannedTo) ? horizon : plannedTo;
        return schedule.planned(to, when.after(to));
    }

    /**
     * Somebody's clock was ahead for a while if it seems to be planned farther than anybody plans: nothing of what is between now and
     * then needs to be there. What is there has the same id, so it isn't doubled.
     */
    private static RecurringSchedule believable(RecurringSchedule schedule, Instant now) {
        Instant farthest = Timing.farthest(now);
        if (!schedule.progress().plannedTo().isAfter(farthest)) {
            return schedule;
        }
        Instant seriesFrom = schedule.progress().seriesFrom();
        if (seriesFrom.isAfter(farthest)) {
            // Made or changed with that clock, for which what was planned of the series before was past and not to be
            // taken back.
            return schedule.setBack(farthest, farthest);
        }
        return schedule.setBack(seriesFrom, seriesFrom.isAfter(now) ? seriesFrom : now);
    }

    private List<Timed> draft(RecurringSchedule schedule, List<Instant> times) {
        Drafts.Draft draft = drafts.of(schedule, times);
        draft.refusal().ifPresent(refusal -> {
            if (refused.size() >= MOST_REMEMBERED) {
                refused.clear();
            }
            String series = schedule.tenant() + "/" + schedule.name() + "/"
                    + schedule.progress().series();
            if (refused.add(series)) {
                log.warn("recurring {} of {} sends nothing: {}", schedule.name(), schedule.tenant(), refusal);
            }
        });
        return draft.occurrences();
    }
}
