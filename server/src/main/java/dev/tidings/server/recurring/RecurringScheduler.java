package dev.tidings.server.recurring;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.MetadataStore.RecurringSchedules.Change;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.ResultPage;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.types.TypeService;
import dev.tidings.templates.TemplateService;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds, stores, pauses and deletes recurring schedules for the API, and runs the {@link Planner} periodically. Its methods block.
 *
 * <p>A change holds the schedule, cancels the planned occurrences, and then stores the new definition. A crash in between leaves the
 * schedule on hold; the planner then resumes it unchanged. Occurrences that fall into a change are not made up for: a schedule continues
 * from its last change.
 */
public final class RecurringScheduler implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RecurringScheduler.class);
    private static final int MAX_TRIES = 5;

    private final MetadataStore.RecurringSchedules store;
    private final InstantSource clock;
    private final Planner planner;
    private final SeriesCanceller seriesCanceller;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "recurrences");
        daemon.setDaemon(true);
        return daemon;
    });

    public RecurringScheduler(
            MetadataStore metadata,
            Schedules schedules,
            TypeService types,
            TemplateService templates,
            SendRequestParser parser,
            InstantSource clock) {
        this.store = metadata.recurring();
        this.clock = clock;
        OccurrenceDrafts occurrenceDrafts = new OccurrenceDrafts(types, templates, parser);
        this.planner = new Planner(store, schedules, occurrenceDrafts, clock);
        this.seriesCanceller = new SeriesCanceller(schedules, occurrenceDrafts);
    }

    /** Plans periodically until closed. */
    public void start() {
        thread.scheduleWithFixedDelay(this::step, 0, PlannerTiming.INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void step() {
        try {
            plan();
        } catch (RuntimeException | Error e) {
            // An exception would end the periodic task.
            log.warn(
                    "recurring schedules could not be planned; retrying in {}: {}",
                    PlannerTiming.INTERVAL,
                    e.toString());
        }
    }

    /** One run of the planner. */
    public synchronized void plan() {
        for (RecurringSchedule abandoned : planner.planAll()) {
            try {
                release(abandoned);
            } catch (RuntimeException e) {
                log.warn("recurring schedule {} could not be resumed; retrying", abandoned.name(), e);
            }
        }
    }

    /** Waits for the run of the planner that is in flight, if any. */
    public synchronized void awaitRun() {
        // The run holds the lock.
    }

    /** Resumes a schedule whose change was never finished. */
    private void release(RecurringSchedule abandoned) {
        hold(abandoned.tenant(), abandoned.name()).ifPresent(held -> {
            Instant now = now();
            Instant from = seriesCanceller.cancelPlanned(held, now);
            RecurringSchedule again = held.restarted(from, Occurrences.of(held).after(from));
            store.advance(List.of(again));
            planner.plan(List.of(again), now);
        });
    }

    public Optional<RecurringSchedule> find(String tenant, String name) {
        return store.find(tenant, name);
    }

    public ResultPage<RecurringSchedule> list(String tenant, Optional<String> after, int limit) {
        return store.list(tenant, after, limit);
    }

    /** The next occurrences; empty if it is paused. */
    public List<Instant> nextOccurrences(RecurringSchedule schedule, int max) {
        return schedule.paused() ? List.of() : Occurrences.of(schedule).after(now(), max);
    }

    /** Creates or replaces it. Storing the same definition again changes nothing. */
    public RecurringSchedule put(String tenant, String name, RecurrenceDefinition definition, String actor) {
        for (int i = 0; i < MAX_TRIES; i++) {
            Optional<RecurringSchedule> before = store.find(tenant, name);
            Optional<RecurringSchedule> after = before.isEmpty()
                    ? create(tenant, name, definition, actor)
                    : change(before.get(), definition, Change.PUT, actor);
            if (after.isPresent()) {
                return after.get();
            }
        }
        throw busy(name);
    }

    /** Replaces what is sent. */
    public void replaceRequest(RecurringSchedule schedule, String request, String actor) {
        RecurrenceDefinition before = RecurrenceDefinition.of(schedule);
        put(
                schedule.tenant(),
                schedule.name(),
                new RecurrenceDefinition(before.when(), before.paused(), before.missed(), request),
                actor);
    }

    /** Empty if there is none. */
    public Optional<RecurringSchedule> pause(String tenant, String name, boolean paused, String actor) {
        for (int i = 0; i < MAX_TRIES; i++) {
            Optional<RecurringSchedule> before = store.find(tenant, name);
            if (before.isEmpty()) {
                return before;
            }
            RecurrenceDefinition definition =
                    RecurrenceDefinition.of(before.get()).paused(paused);
            Optional<RecurringSchedule> after =
                    change(before.get(), definition, paused ? Change.PAUSE : Change.RESUME, actor);
            if (after.isPresent()) {
                return after;
            }
        }
        throw busy(name);
    }

    /** False if there is none. */
    public boolean delete(String tenant, String name, String actor) {
        for (int i = 0; i < MAX_TRIES; i++) {
            Optional<RecurringSchedule> held = hold(tenant, name);
            if (held.isEmpty()) {
                return false;
            }
            seriesCanceller.cancelPlanned(held.get(), now());
            if (store.delete(tenant, name, held.get().revision(), now(), actor)) {
                return true;
            }
        }
        throw busy(name);
    }

    private Optional<RecurringSchedule> create(
            String tenant, String name, RecurrenceDefinition definition, String actor) {
        Instant now = now();
        return store.put(definition.begin(tenant, name, now, 0, now), Change.PUT, now, actor)
                .map(stored -> planSoon(stored, now));
    }

    /** Empty if a concurrent change was faster. */
    private Optional<RecurringSchedule> change(
            RecurringSchedule before, RecurrenceDefinition definition, Change change, String actor) {
        if (definition.equals(RecurrenceDefinition.of(before))
                && before.progress().heldUntil().isEmpty()) {
            return Optional.of(before);
        }
        return hold(before.tenant(), before.name()).flatMap(held -> {
            Instant now = now();
            Instant from = seriesCanceller.cancelPlanned(held, now);
            RecurringSchedule wanted =
                    definition.begin(held.tenant(), held.name(), held.createdAt(), held.revision(), from);
            return store.put(wanted, change, now, actor).map(stored -> planSoon(stored, now));
        });
    }

    /** So that an occurrence due before the next run is not late. If it fails, the next run does it. */
    private RecurringSchedule planSoon(RecurringSchedule stored, Instant now) {
        Instant horizon = now.plus(PlannerTiming.HORIZON);
        if (stored.progress().next().filter(next -> !next.isAfter(horizon)).isPresent()) {
            try {
                planner.plan(List.of(stored), now);
            } catch (RuntimeException e) {
                log.warn(
                        "recurring schedule {} of tenant {} could not be planned at once; retrying: {}",
                        stored.name(),
                        stored.tenant(),
                        e.toString());
            }
        }
        return stored;
    }

    private Optional<RecurringSchedule> hold(String tenant, String name) {
        return store.hold(tenant, name, now().plus(PlannerTiming.HOLD));
    }

    /** In whole milliseconds, as times are stored. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static MetadataException busy(String name) {
        return new MetadataException("recurring schedule " + name + " is under constant concurrent change", true, null);
    }

    /** Finishes the run in flight. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(10, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
