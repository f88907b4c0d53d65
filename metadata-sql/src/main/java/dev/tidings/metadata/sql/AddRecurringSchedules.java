package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.StorableTexts.KEY_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.NAME_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.REQUEST_BYTES;
import static dev.tidings.metadata.sql.StorableTexts.SHORT_BYTES;
import static org.jooq.impl.DSL.primaryKey;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.BOOLEAN;

import dev.tidings.metadata.sql.SqlTables.RecurringSchedules;
import org.jooq.DSLContext;

/**
 * Migration that creates the table of recurring schedules. The request is the last column: the query for due schedules scans the rows, and
 * only the beginning of a long row is read then. Due schedules have no index, because creating one can't be repeated on every database.
 */
final class AddRecurringSchedules implements Migration {
    @Override
    public int number() {
        return 3;
    }

    @Override
    public String description() {
        return "recurring schedules";
    }

    @Override
    public void apply(DSLContext sql, Ddl ddl) {
        sql.createTableIfNotExists(RecurringSchedules.TABLE)
                .column(RecurringSchedules.TENANT, ddl.text(KEY_BYTES).notNull())
                .column(RecurringSchedules.NAME, ddl.text(KEY_BYTES).notNull())
                .column(RecurringSchedules.REVISION, BIGINT.notNull())
                .column(RecurringSchedules.SERIES, BIGINT.notNull())
                .column(RecurringSchedules.SERIES_FROM, BIGINT.notNull())
                .column(RecurringSchedules.PLANNED_TO, BIGINT.notNull())
                .column(RecurringSchedules.NEXT_AT, BIGINT)
                .column(RecurringSchedules.HELD_UNTIL, BIGINT)
                .column(RecurringSchedules.CRON, ddl.text(NAME_BYTES))
                .column(RecurringSchedules.EVERY_MILLIS, BIGINT)
                .column(RecurringSchedules.ZONE, ddl.text(SHORT_BYTES).notNull())
                .column(RecurringSchedules.START_AT, BIGINT)
                .column(RecurringSchedules.END_AT, BIGINT)
                .column(RecurringSchedules.PAUSED, BOOLEAN.notNull())
                .column(RecurringSchedules.MISSED, ddl.text(SHORT_BYTES).notNull())
                .column(RecurringSchedules.CREATED_AT, BIGINT.notNull())
                .column(RecurringSchedules.REQUEST, ddl.longText(REQUEST_BYTES).notNull())
                .constraints(primaryKey(RecurringSchedules.TENANT, RecurringSchedules.NAME))
                .storage(ddl.storage())
                .execute();
    }
}
