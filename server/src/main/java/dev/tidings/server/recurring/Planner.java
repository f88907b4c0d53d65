package dev.tidings.server.recurring;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.validation.InvalidRequestException;
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
 * Adds the occurrences of recurring schedules to the schedule about two minutes ahead of their time, and stores how far it has planned.
 * Safe to run in several processes: they add the same ids and store equivalent progress.
 */
final class Planner {
    private static final Logger log = LoggerFactory.getLogger(Planner.class);
    private static final int PAGE = 200;
    private static final int ADD_BATCH_SIZE = 500;
    private static final int MAX_REMEMBERED = 10_000;

    private final MetadataStore.RecurringSchedules store;
    private final Schedules schedules;
    private final OccurrenceDrafts occurrenceDrafts;
    private final InstantSource clock;
    /** Series whose refusal was already logged. */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    Planner(
            MetadataStore.RecurringSchedules store,
            Schedules schedules,
            OccurrenceDrafts occurrenceDrafts,
            InstantSource clock) {
        this.store = store;
        this.schedules = schedules;
        this.occurrenceDrafts = occurrenceDrafts;
        this.clock = clock;
    }

    /**
     * Plans everything that is due and returns the schedules that could not be planned because a change of them was never finished. Blocks;
     * fails if a store does not answer, and the next run continues.
     */
    List<RecurringSchedule> planAll() {
        // Taken before anything is read: {@link Retirement} relies on it.
        Instant now = clock.instant();
        List<RecurringSchedule> abandoned = new ArrayList<>();
        List<RecurringSchedule> page = due(now, Optional.empty());
        while (!page.isEmpty()) {
            List<RecurringSchedule> free = new ArrayList<>();
            for (RecurringSchedule schedule : page) {
                Optional<Instant> heldUntil = schedule.progress().heldUntil();
                if (heldUntil.isEmpty()) {
                    free.add(schedule);
                } else if (isExpired(heldUntil.get(), now)) {
                    abandoned.add(schedule);
                }
            }
            plan(free, now);
            page = due(now, Optional.of(page.get(page.size() - 1)));
        }
        return abandoned;
    }

    private List<RecurringSchedule> due(Instant now, Optional<RecurringSchedule> after) {
        return store.due(now.plus(PlannerTiming.HORIZON), PlannerTiming.furthestPlanned(now), after, PAGE);
    }

    /** Whether a hold has expired, or lies so far ahead that it must come from a process whose clock was ahead. */
    private static boolean isExpired(Instant heldUntil, Instant now) {
        return !heldUntil.isAfter(now)
                || heldUntil.isAfter(now.plus(PlannerTiming.HOLD).plus(PlannerTiming.MAX_CLOCK_SKEW));
    }

    /** @param now taken before the schedules were read */
    void plan(List<RecurringSchedule> read, Instant now) {
        List<ScheduledRequest> occurrences = new ArrayList<>();
        List<RecurringSchedule> planned = new ArrayList<>();
        for (RecurringSchedule schedule : read) {
            try {
                planned.add(plan(schedule, now, occurrences));
            } catch (IllegalArgumentException | IllegalStateException | InvalidRequestException e) {
                // The others must not wait for one that a newer version may have written.
                log.warn(
                        "recurring schedule {} of tenant {} can't be planned: {}",
                        schedule.name(),
                        schedule.tenant(),
                        e.toString());
            }
        }
        for (int from = 0; from < occurrences.size(); from += ADD_BATCH_SIZE) {
            int to = Math.min(from + ADD_BATCH_SIZE, occurrences.size());
            schedules.add(List.copyOf(occurrences.subList(from, to))).join();
        }
        if (!planned.isEmpty()) {
            store.advance(planned);
        }
    }

    private RecurringSchedule plan(RecurringSchedule read, Instant now, List<ScheduledRequest> into) {
        RecurringSchedule schedule = withPlausibleProgress(read, now);
        Occurrences when = Occurrences.of(schedule);
        Instant plannedTo = schedule.progress().plannedTo();
        Instant horizon = now.plus(PlannerTiming.HORIZON);
        Instant missed = now.minus(PlannerTiming.LATE_TOLERANCE);
        boolean skip = schedule.missed() == MissedPolicy.SKIP && plannedTo.isBefore(missed);
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
            if (late.size() > PlannerTiming.MAX_MISSED) {
                late.remove();
                dropped++;
            }
        }
        if (dropped > 0) {
            log.warn(
                    "recurring schedule {} of tenant {} missed {} occurrences; sending the last {} now",
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
     * Resets the progress if it lies further ahead than any planner plans: a clock was ahead for a while, and occurrences between now and
     * then may be missing. Those that exist have the same ids and are not duplicated.
     */
    private static RecurringSchedule withPlausibleProgress(RecurringSchedule schedule, Instant now) {
        Instant farthest = PlannerTiming.furthestPlanned(now);
        if (!schedule.progress().plannedTo().isAfter(farthest)) {
            return schedule;
        }
        Instant seriesFrom = schedule.progress().seriesFrom();
        if (seriesFrom.isAfter(farthest)) {
            // Created or changed with that clock, which took the planned occurrences of the previous series for past
            // and did not cancel them.
            return schedule.resetTo(farthest, farthest);
        }
        return schedule.resetTo(seriesFrom, seriesFrom.isAfter(now) ? seriesFrom : now);
    }

    private List<ScheduledRequest> draft(RecurringSchedule schedule, List<Instant> times) {
        OccurrenceDrafts.Draft draft = occurrenceDrafts.of(schedule, times);
        draft.refusal().ifPresent(refusal -> {
            if (refused.size() >= MAX_REMEMBERED) {
                refused.clear();
            }
            String series = schedule.tenant() + "/" + schedule.name() + "/"
                    + schedule.progress().series();
            if (refused.add(series)) {
                log.warn(
                        "recurring schedule {} of tenant {} sends nothing: {}",
                        schedule.name(),
                        schedule.tenant(),
                        refusal);
            }
        });
        return draft.occurrences();
    }
}
