package dev.tidings.server.metadata;

import dev.tidings.core.metadata.Missed;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.Recurrence;
import dev.tidings.server.metadata.Tables.RecurringSchedules;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jooq.Field;
import org.jooq.Record;

/** Converts recurring schedules to rows and back. */
final class RecurringRows {
    private RecurringRows() {}

    static Map<Field<?>, Object> of(RecurringSchedule schedule, long revision) {
        Recurrence when = schedule.when();
        RecurringSchedule.Progress progress = schedule.progress();
        Map<Field<?>, Object> row = new HashMap<>();
        row.put(RecurringSchedules.TENANT, Texts.key("tenant", schedule.tenant()));
        row.put(RecurringSchedules.NAME, Texts.key("name", schedule.name()));
        row.put(RecurringSchedules.REVISION, revision);
        row.put(RecurringSchedules.SERIES, revision);
        row.put(RecurringSchedules.SERIES_FROM, progress.seriesFrom().toEpochMilli());
        row.put(RecurringSchedules.PLANNED_TO, progress.plannedTo().toEpochMilli());
        row.put(RecurringSchedules.NEXT_AT, Values.millisIfAny(progress.next()));
        row.put(RecurringSchedules.HELD_UNTIL, null);
        // Exactly one of the two is set; the other is cleared, in case the rule has changed.
        boolean cron = when.rule() instanceof Recurrence.Cron;
        row.put(
                RecurringSchedules.CRON,
                cron ? Texts.text("cron", ((Recurrence.Cron) when.rule()).expression(), Texts.NAME_BYTES) : null);
        row.put(
                RecurringSchedules.EVERY_MILLIS,
                cron ? null : ((Recurrence.Every) when.rule()).interval().toMillis());
        row.put(RecurringSchedules.ZONE, Texts.text("zone", when.zone().getId(), Texts.SHORT_BYTES));
        row.put(RecurringSchedules.START_AT, Values.millisIfAny(when.start()));
        row.put(RecurringSchedules.END_AT, Values.millisIfAny(when.end()));
        row.put(RecurringSchedules.PAUSED, schedule.paused());
        row.put(RecurringSchedules.MISSED, schedule.missed().wire());
        row.put(RecurringSchedules.CREATED_AT, schedule.createdAt().toEpochMilli());
        row.put(RecurringSchedules.REQUEST, Texts.text("request", schedule.request(), Texts.REQUEST_BYTES));
        return row;
    }

    static RecurringSchedule read(Record row) {
        String cron = row.get(RecurringSchedules.CRON);
        Recurrence.Rule rule = cron != null
                ? new Recurrence.Cron(cron)
                : new Recurrence.Every(Duration.ofMillis(row.get(RecurringSchedules.EVERY_MILLIS)));
        return new RecurringSchedule(
                row.get(RecurringSchedules.TENANT),
                row.get(RecurringSchedules.NAME),
                new Recurrence(
                        rule,
                        ZoneId.of(row.get(RecurringSchedules.ZONE)),
                        Values.timeIfAny(row.get(RecurringSchedules.START_AT)),
                        Values.timeIfAny(row.get(RecurringSchedules.END_AT))),
                row.get(RecurringSchedules.PAUSED),
                Values.known(row.get(RecurringSchedules.MISSED), Missed::ofWire),
                row.get(RecurringSchedules.REQUEST),
                Values.time(row.get(RecurringSchedules.CREATED_AT)),
                row.get(RecurringSchedules.REVISION),
                new RecurringSchedule.Progress(
                        row.get(RecurringSchedules.SERIES),
                        Values.time(row.get(RecurringSchedules.SERIES_FROM)),
                        Values.time(row.get(RecurringSchedules.PLANNED_TO)),
                        Values.timeIfAny(row.get(RecurringSchedules.NEXT_AT)),
                        Values.timeIfAny(row.get(RecurringSchedules.HELD_UNTIL))));
    }
}
