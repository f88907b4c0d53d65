package dev.tidings.server.recur;

import dev.tidings.core.meta.Missed;
import dev.tidings.core.meta.RecurringSchedule;
import dev.tidings.core.model.Recurrence;
import java.time.Instant;
import java.util.Optional;

/** What somebody says about a recurring schedule. */
public record Definition(Recurrence when, boolean paused, Missed missed, String request) {

    static Definition of(RecurringSchedule schedule) {
        return new Definition(schedule.when(), schedule.paused(), schedule.missed(), schedule.request());
    }

    Definition paused(boolean now) {
        return new Definition(when, now, missed, request);
    }

    /**
     * As a schedule of which nothing is planned after a time.
     *
     * @param revision that it has to have now; 0 if there is to be none
     */
    RecurringSchedule begin(String tenant, String name, Instant createdAt, long revision, Instant from) {
        Optional<Instant> next = paused ? Optional.empty() : new Occurrences(when, createdAt).after(from);
        RecurringSchedule.Progress progress =
                new RecurringSchedule.Progress(revision, from, from, next, Optional.empty());
        return new RecurringSchedule(tenant, name, when, paused, missed, request, createdAt, revision, progress);
    }
}
