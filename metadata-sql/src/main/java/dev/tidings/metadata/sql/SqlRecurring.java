package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.HELD_UNTIL;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.NAME;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.NEXT_AT;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.PAUSED;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.PLANNED_TO;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.REVISION;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.SERIES;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.SERIES_FROM;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.TABLE;
import static dev.tidings.metadata.sql.SqlTables.RecurringSchedules.TENANT;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.ResultPage;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.impl.DSL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repository of recurring schedules in SQL, with optimistic locking by revision. Serves tenants, who change schedules, and the planner,
 * which reads the due ones and advances their progress.
 */
final class SqlRecurring implements MetadataStore.RecurringSchedules {
    private static final Logger log = LoggerFactory.getLogger(SqlRecurring.class);
    private static final int MAX_LOGGED = 10_000;

    private final Database database;
    private final SqlAudit audit;
    /** Revisions that were logged as unreadable, so that each is logged once. */
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    SqlRecurring(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public Optional<RecurringSchedule> find(String tenant, String name) {
        return database.read("recurring.find", sql -> find(sql, tenant, name));
    }

    private static Optional<RecurringSchedule> find(DSLContext sql, String tenant, String name) {
        return sql.select(DSL.asterisk()).from(TABLE).where(is(tenant, name)).fetchOptional(RecurringRows::read);
    }

    @Override
    public ResultPage<RecurringSchedule> list(String tenant, Optional<String> after, int limit) {
        return database.read("recurring.list", sql -> {
            var rows = sql.select(DSL.asterisk())
                    .from(TABLE)
                    .where(TENANT.eq(tenant), KeysetPages.after(NAME, after))
                    .orderBy(NAME)
                    .limit(KeysetPages.rows(limit))
                    .fetch();
            return KeysetPages.of(rows, limit, RecurringRows::read, RecurringSchedule::name);
        });
    }

    @Override
    public Optional<RecurringSchedule> put(RecurringSchedule schedule, Change change, Instant at, String actor) {
        return database.write("recurring.put", sql -> {
            // The counter first: it locks the tenant's schedules for this transaction.
            long revision = TenantSequences.RECURRING.next(sql, StorableTexts.key("tenant", schedule.tenant()));
            long before = find(sql, schedule.tenant(), schedule.name())
                    .map(RecurringSchedule::revision)
                    .orElse(0L);
            if (before != schedule.revision()) {
                return Optional.<RecurringSchedule>empty();
            }
            if (before == 0) {
                sql.insertInto(TABLE).set(RecurringRows.of(schedule, revision)).execute();
            } else {
                sql.update(TABLE)
                        .set(RecurringRows.of(schedule, revision))
                        .where(is(schedule.tenant(), schedule.name()))
                        .execute();
            }
            String action = "recurring." + change.name().toLowerCase(Locale.ROOT);
            audit.add(sql, schedule.tenant(), at, actor, action, schedule.name());
            return find(sql, schedule.tenant(), schedule.name());
        });
    }

    @Override
    public Optional<RecurringSchedule> hold(String tenant, String name, Instant until) {
        return database.write("recurring.hold", sql -> {
            long revision = TenantSequences.RECURRING.next(sql, StorableTexts.key("tenant", tenant));
            sql.update(TABLE)
                    .set(REVISION, revision)
                    .set(HELD_UNTIL, until.toEpochMilli())
                    .where(is(tenant, name))
                    .execute();
            return find(sql, tenant, name);
        });
    }

    @Override
    public boolean delete(String tenant, String name, long revision, Instant at, String actor) {
        return database.write("recurring.delete", sql -> {
            int deleted = sql.deleteFrom(TABLE)
                    .where(is(tenant, name), REVISION.eq(revision))
                    .execute();
            if (deleted > 0) {
                audit.add(sql, tenant, at, actor, "recurring.delete", name);
            }
            return deleted > 0;
        });
    }

    @Override
    public void advance(Collection<RecurringSchedule> schedules) {
        database.write("recurring.advance", sql -> {
            for (RecurringSchedule schedule : schedules) {
                RecurringSchedule.Progress progress = schedule.progress();
                sql.update(TABLE)
                        .set(SERIES, progress.series())
                        .set(SERIES_FROM, progress.seriesFrom().toEpochMilli())
                        .set(PLANNED_TO, progress.plannedTo().toEpochMilli())
                        .set(NEXT_AT, ColumnValues.optionalMillis(progress.next()))
                        .set(HELD_UNTIL, ColumnValues.optionalMillis(progress.heldUntil()))
                        .where(is(schedule.tenant(), schedule.name()), REVISION.eq(schedule.revision()))
                        .execute();
            }
            return null;
        });
    }

    @Override
    public List<RecurringSchedule> due(Instant until, Instant farthest, Optional<RecurringSchedule> after, int limit) {
        // Not by the next occurrence: as of a wrong clock the schedule may have ended.
        Condition plannedTooFar = PLANNED_TO.gt(farthest.toEpochMilli()).and(PAUSED.isFalse());
        Condition due = NEXT_AT.le(until.toEpochMilli()).or(plannedTooFar);
        Condition position =
                after.map(last -> after(last.tenant(), last.name())).orElseGet(DSL::noCondition);
        while (true) {
            Result<Record> rows = due(due, position, limit);
            List<RecurringSchedule> read =
                    rows.stream().flatMap(row -> readIfValid(row).stream()).toList();
            if (!read.isEmpty() || rows.isEmpty()) {
                return read;
            }
            // A caller would stop at an empty page, so the scan goes on.
            Record last = rows.get(rows.size() - 1);
            position = after(last.get(TENANT), last.get(NAME));
        }
    }

    private Result<Record> due(Condition due, Condition position, int limit) {
        return database.read(
                "recurring.due",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(due, position)
                        .orderBy(TENANT, NAME)
                        .limit(limit)
                        .fetch());
    }

    /** One schedule with an unknown time zone, or a value of a newer version, must not block those of all tenants. */
    private Optional<RecurringSchedule> readIfValid(Record row) {
        try {
            return Optional.of(RecurringRows.read(row));
        } catch (RuntimeException e) {
            if (unreadable.size() >= MAX_LOGGED) {
                unreadable.clear();
            }
            String tenant = row.get(TENANT);
            String name = row.get(NAME);
            if (unreadable.add(tenant + "/" + name + "/" + row.get(REVISION))) {
                log.error(
                        "recurring schedule {} of tenant {} can't be read and is not planned: {}",
                        name,
                        tenant,
                        e.toString());
            }
            return Optional.empty();
        }
    }

    private static Condition after(String tenant, String name) {
        return TENANT.gt(tenant).or(TENANT.eq(tenant).and(NAME.gt(name)));
    }

    private static Condition is(String tenant, String name) {
        return TENANT.eq(tenant).and(NAME.eq(name));
    }
}
