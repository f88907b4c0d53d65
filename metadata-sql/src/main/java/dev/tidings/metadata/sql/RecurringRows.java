package dev.tidings.metadata.sql;

import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.Recurrence;
import dev.tidings.metadata.sql.SqlTables.RecurringSchedules;
import java.time.Duration;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jooq.Field;
import org.jooq.Record;

/** Converts recurring schedules to rows of their table and back; executes no statements. */
final class RecurringRows {
    private RecurringRows() {}

    static Map<Field<?>, Object> of(RecurringSchedule schedule, long revision) {
        Recurrence when = schedule.recurrence();
        RecurringSchedule.Progress progress = schedule.progress();
        Map<Field<?>, Object> row = new HashMap<>();
        row.put(RecurringSchedules.TENANT, StorableTexts.key("tenant", schedule.tenant()));
        row.put(RecurringSchedules.NAME, StorableTexts.key("name", schedule.name()));
        row.put(RecurringSchedules.REVISION, revision);
        row.put(RecurringSchedules.SERIES, revision);
        row.put(RecurringSchedules.SERIES_FROM, progress.seriesFrom().toEpochMilli());
        row.put(RecurringSchedules.PLANNED_TO, progress.plannedTo().toEpochMilli());
        row.put(RecurringSchedules.NEXT_AT, ColumnValues.optionalMillis(progress.next()));
        row.put(RecurringSchedules.HELD_UNTIL, null);
        // Exactly one of the two is set; the other is cleared, in case the rule has changed.
        boolean cron = when.rule() instanceof Recurrence.Cron;
        row.put(
                RecurringSchedules.CRON,
                cron
                        ? StorableTexts.text(
                                "cron", ((Recurrence.Cron) when.rule()).expression(), StorableTexts.NAME_BYTES)
                        : null);
        row.put(
                RecurringSchedules.EVERY_MILLIS,
                cron ? null : ((Recurrence.Every) when.rule()).interval().toMillis());
        row.put(RecurringSchedules.ZONE, StorableTexts.text("zone", when.zone().getId(), StorableTexts.SHORT_BYTES));
        row.put(RecurringSchedules.START_AT, ColumnValues.optionalMillis(when.start()));
        row.put(RecurringSchedules.END_AT, ColumnValues.optionalMillis(when.end()));
        row.put(RecurringSchedules.PAUSED, schedule.paused());
        row.put(RecurringSchedules.MISSED, schedule.missed().wire());
        row.put(RecurringSchedules.CREATED_AT, schedule.createdAt().toEpochMilli());
        row.put(
                RecurringSchedules.REQUEST,
                StorableTexts.text("request", schedule.request(), StorableTexts.REQUEST_BYTES));
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
                        ColumnValues.optionalTime(row.get(RecurringSchedules.START_AT)),
                        ColumnValues.optionalTime(row.get(RecurringSchedules.END_AT))),
                row.get(RecurringSchedules.PAUSED),
                ColumnValues.parse(row.get(RecurringSchedules.MISSED), MissedPolicy::ofWire),
                row.get(RecurringSchedules.REQUEST),
                ColumnValues.time(row.get(RecurringSchedules.CREATED_AT)),
                row.get(RecurringSchedules.REVISION),
                new RecurringSchedule.Progress(
                        row.get(RecurringSchedules.SERIES),
                        ColumnValues.time(row.get(RecurringSchedules.SERIES_FROM)),
                        ColumnValues.time(row.get(RecurringSchedules.PLANNED_TO)),
                        ColumnValues.optionalTime(row.get(RecurringSchedules.NEXT_AT)),
                        ColumnValues.optionalTime(row.get(RecurringSchedules.HELD_UNTIL))));
    }
}
