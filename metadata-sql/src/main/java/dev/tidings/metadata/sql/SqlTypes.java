package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.ACTIVE;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.CATEGORY;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.CHANNELS;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.DESCRIPTION;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.DISPLAY_NAME;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.EXPIRES_AFTER;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.MAX_PRIORITY;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.NAME;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.PER_USER_AND_HOUR;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.REPEATABLE;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.REQUIRED;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.TABLE;
import static dev.tidings.metadata.sql.SqlTables.NotificationTypes.TENANT;
import static org.jooq.impl.DSL.excluded;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.metadata.sql.SqlTables.DeletedTypes;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;

/**
 * The repository of notification types in SQL. A deleted type is kept in a table of its own, for ever: a notification can be scheduled for
 * years ahead and rescheduled again, and without its type the opt-outs of its category would be forgotten. The rows are few and small.
 */
final class SqlTypes implements MetadataStore.Types {
    private final Database database;
    private final SqlAudit audit;
    private final SqlTemplates templates;
    private final InstantSource clock;

    SqlTypes(Database database, SqlAudit audit, SqlTemplates templates, InstantSource clock) {
        this.database = database;
        this.audit = audit;
        this.templates = templates;
        this.clock = clock;
    }

    @Override
    public void put(String tenant, NotificationType type, String actor) {
        database.write("types.put", sql -> {
            upsert(sql, tenant, type);
            audit.add(sql, tenant, actor, "type.put", type.name());
            return null;
        });
    }

    private static void upsert(DSLContext sql, String tenant, NotificationType type) {
        OptionalInt limit = type.perUserAndHour();
        sql.insertInto(TABLE)
                .set(TENANT, StorableTexts.key("tenant", tenant))
                .set(NAME, StorableTexts.key("name", type.name()))
                .set(
                        CATEGORY,
                        type.category()
                                .map(name -> StorableTexts.key("category", name))
                                .orElse(null))
                .set(CHANNELS, ColumnValues.joined(type.channels(), Channel::wire))
                .set(MAX_PRIORITY, type.maxPriority().wire())
                .set(PER_USER_AND_HOUR, limit.isPresent() ? (Integer) limit.getAsInt() : null)
                .set(REQUIRED, type.required())
                .set(EXPIRES_AFTER, type.expiresAfter().map(Duration::toMillis).orElse(null))
                .set(REPEATABLE, type.repeatable())
                .set(DISPLAY_NAME, StorableTexts.text("displayName", type.displayName(), StorableTexts.NAME_BYTES))
                .set(DESCRIPTION, StorableTexts.text("description", type.description(), StorableTexts.TEXT_BYTES))
                .set(ACTIVE, type.active())
                .onConflict(TENANT, NAME)
                .doUpdate()
                .set(CATEGORY, excluded(CATEGORY))
                .set(CHANNELS, excluded(CHANNELS))
                .set(MAX_PRIORITY, excluded(MAX_PRIORITY))
                .set(PER_USER_AND_HOUR, excluded(PER_USER_AND_HOUR))
                .set(REQUIRED, excluded(REQUIRED))
                .set(EXPIRES_AFTER, excluded(EXPIRES_AFTER))
                .set(REPEATABLE, excluded(REPEATABLE))
                .set(DISPLAY_NAME, excluded(DISPLAY_NAME))
                .set(DESCRIPTION, excluded(DESCRIPTION))
                .set(ACTIVE, excluded(ACTIVE))
                .execute();
    }

    @Override
    public boolean replace(String tenant, Optional<NotificationType> expected, NotificationType type, String actor) {
        return database.write("types.replace", sql -> {
            // First, because it locks the row.
            sql.update(TABLE)
                    .set(NAME, type.name())
                    .where(TENANT.eq(tenant), NAME.eq(type.name()))
                    .execute();
            if (!find(sql, tenant, type.name()).equals(expected)) {
                return false;
            }
            upsert(sql, tenant, type);
            audit.add(sql, tenant, actor, "type.change", type.name());
            return true;
        });
    }

    @Override
    public Optional<NotificationType> find(String tenant, String name) {
        return database.read("types.find", sql -> find(sql, tenant, name));
    }

    private static Optional<NotificationType> find(DSLContext sql, String tenant, String name) {
        return sql.select(DSL.asterisk())
                .from(TABLE)
                .where(TENANT.eq(tenant), NAME.eq(name))
                .fetchOptional(SqlTypes::type);
    }

    @Override
    public List<NotificationType> list(String tenant) {
        return database.read(
                "types.list",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(TENANT.eq(tenant))
                        .orderBy(NAME)
                        .fetch(SqlTypes::type));
    }

    @Override
    public boolean delete(String tenant, String name, String actor) {
        return database.write("types.delete", sql -> {
            keepDeleted(sql, tenant, name);
            int deleted = sql.deleteFrom(TABLE)
                    .where(TENANT.eq(tenant), NAME.eq(name))
                    .execute();
            if (deleted > 0) {
                templates.deleteAll(sql, tenant, name, clock.instant());
                audit.add(sql, tenant, actor, "type.delete", name);
            }
            return deleted > 0;
        });
    }

    /**
     * Replaces an earlier deleted type of its name, which stays until then: a reader of first the types and then the deleted ones finds it
     * in at least one of them, despite concurrent changes.
     */
    private void keepDeleted(DSLContext sql, String tenant, String name) {
        sql.insertInto(
                        DeletedTypes.TABLE,
                        DeletedTypes.TENANT,
                        DeletedTypes.NAME,
                        DeletedTypes.CATEGORY,
                        DeletedTypes.CHANNELS,
                        DeletedTypes.MAX_PRIORITY,
                        DeletedTypes.PER_USER_AND_HOUR,
                        DeletedTypes.REQUIRED,
                        DeletedTypes.EXPIRES_AFTER,
                        DeletedTypes.REPEATABLE,
                        DeletedTypes.DISPLAY_NAME,
                        DeletedTypes.DESCRIPTION,
                        DeletedTypes.ACTIVE,
                        DeletedTypes.DELETED_AT)
                .select(sql.select(
                                TENANT,
                                NAME,
                                CATEGORY,
                                CHANNELS,
                                MAX_PRIORITY,
                                PER_USER_AND_HOUR,
                                REQUIRED,
                                EXPIRES_AFTER,
                                REPEATABLE,
                                DISPLAY_NAME,
                                DESCRIPTION,
                                ACTIVE,
                                DSL.val(clock.millis()))
                        .from(TABLE)
                        .where(TENANT.eq(tenant), NAME.eq(name)))
                .onConflict(DeletedTypes.TENANT, DeletedTypes.NAME)
                .doUpdate()
                .set(DeletedTypes.CATEGORY, excluded(DeletedTypes.CATEGORY))
                .set(DeletedTypes.CHANNELS, excluded(DeletedTypes.CHANNELS))
                .set(DeletedTypes.MAX_PRIORITY, excluded(DeletedTypes.MAX_PRIORITY))
                .set(DeletedTypes.PER_USER_AND_HOUR, excluded(DeletedTypes.PER_USER_AND_HOUR))
                .set(DeletedTypes.REQUIRED, excluded(DeletedTypes.REQUIRED))
                .set(DeletedTypes.EXPIRES_AFTER, excluded(DeletedTypes.EXPIRES_AFTER))
                .set(DeletedTypes.REPEATABLE, excluded(DeletedTypes.REPEATABLE))
                .set(DeletedTypes.DISPLAY_NAME, excluded(DeletedTypes.DISPLAY_NAME))
                .set(DeletedTypes.DESCRIPTION, excluded(DeletedTypes.DESCRIPTION))
                .set(DeletedTypes.ACTIVE, excluded(DeletedTypes.ACTIVE))
                .set(DeletedTypes.DELETED_AT, excluded(DeletedTypes.DELETED_AT))
                .execute();
    }

    @Override
    public List<NotificationType> deleted(String tenant) {
        return database.read(
                "types.deleted",
                sql -> sql.select(DSL.asterisk())
                        .from(DeletedTypes.TABLE)
                        .where(DeletedTypes.TENANT.eq(tenant))
                        .orderBy(DeletedTypes.NAME)
                        .fetch(SqlTypes::type));
    }

    /** A row of either table: the columns have the same names. */
    private static NotificationType type(Record row) {
        Integer limit = row.get(PER_USER_AND_HOUR);
        return new NotificationType(
                row.get(NAME),
                Optional.ofNullable(row.get(CATEGORY)),
                ColumnValues.split(row.get(CHANNELS), Channel::ofWire),
                ColumnValues.parse(row.get(MAX_PRIORITY), Priority::ofWire),
                limit == null ? OptionalInt.empty() : OptionalInt.of(limit),
                row.get(REQUIRED),
                Optional.ofNullable(row.get(EXPIRES_AFTER)).map(Duration::ofMillis),
                row.get(REPEATABLE),
                Optional.ofNullable(row.get(DISPLAY_NAME)),
                Optional.ofNullable(row.get(DESCRIPTION)),
                !Boolean.FALSE.equals(row.get(ACTIVE)));
    }
}
