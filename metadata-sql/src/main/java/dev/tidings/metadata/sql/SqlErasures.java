package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.Erasures.COMPLETED_AT;
import static dev.tidings.metadata.sql.SqlTables.Erasures.ERASED_AT;
import static dev.tidings.metadata.sql.SqlTables.Erasures.ID;
import static dev.tidings.metadata.sql.SqlTables.Erasures.REMOVED;
import static dev.tidings.metadata.sql.SqlTables.Erasures.TABLE;
import static dev.tidings.metadata.sql.SqlTables.Erasures.TENANT;
import static dev.tidings.metadata.sql.SqlTables.Erasures.USER_HASH;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.metadata.sql.SqlTables.AuditLog;
import dev.tidings.metadata.sql.SqlTables.DeviceTokens;
import dev.tidings.metadata.sql.SqlTables.UserPreferences;
import dev.tidings.metadata.sql.SqlTables.Users;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.DSL;

/** The repository of erasures in SQL. Adding one deletes what the database holds about the user. */
final class SqlErasures implements MetadataStore.Erasures {
    private final Database database;
    private final SqlAudit audit;
    private final SqlTenantDeletions tenants;

    SqlErasures(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
        this.tenants = new SqlTenantDeletions(database, audit);
    }

    @Override
    public MetadataStore.TenantDeletions tenants() {
        return tenants;
    }

    @Override
    public int add(Erasure erasure, String user, String pseudonym, String actor) {
        return database.write("erasures.add", sql -> {
            insert(sql, erasure);
            int rows = remove(sql, erasure.tenant(), user, pseudonym);
            audit.add(sql, erasure.tenant(), erasure.erasedAt(), actor, "user.erase", pseudonym);
            return rows;
        });
    }

    @Override
    public int remove(String tenant, String user, String pseudonym) {
        return database.write("erasures.remove", sql -> remove(sql, tenant, user, pseudonym));
    }

    private static int remove(DSLContext sql, String tenant, String user, String pseudonym) {
        int rows = sql.deleteFrom(Users.TABLE)
                .where(Users.TENANT.eq(tenant), Users.USER.eq(user))
                .execute();
        rows += PreferenceRows.delete(sql, tenant, user) ? 1 : 0;
        rows += DeviceRows.deleteAll(sql, tenant, user) ? 1 : 0;
        return rows + replaceInAudit(sql, tenant, user, pseudonym);
    }

    @Override
    public List<String> users(String tenant) {
        return database.read(
                "erasures.users",
                sql -> sql.select(Users.USER)
                        .from(Users.TABLE)
                        .where(Users.TENANT.eq(tenant))
                        .union(sql.select(UserPreferences.USER)
                                .from(UserPreferences.TABLE)
                                .where(UserPreferences.TENANT.eq(tenant)))
                        .union(sql.select(DeviceTokens.USER)
                                .from(DeviceTokens.TABLE)
                                .where(DeviceTokens.TENANT.eq(tenant)))
                        .fetch(Users.USER));
    }

    /** Entries stay, so that ids have no gaps. */
    private static int replaceInAudit(DSLContext sql, String tenant, String user, String pseudonym) {
        int subjects = sql.update(AuditLog.TABLE)
                .set(AuditLog.SUBJECT, pseudonym)
                .where(AuditLog.TENANT.eq(tenant), isAboutUser(user).or(isAboutDeviceOf(tenant, user)))
                .execute();
        int actors = sql.update(AuditLog.TABLE)
                .set(AuditLog.ACTOR, pseudonym)
                .where(AuditLog.TENANT.eq(tenant), AuditLog.ACTOR.eq("user:" + user))
                .execute();
        return subjects + actors;
    }

    private static Condition isAboutUser(String user) {
        return AuditLog.SUBJECT
                .eq(user)
                .and(AuditLog.ACTION.startsWith("user.").or(AuditLog.ACTION.startsWith("preferences.")));
    }

    /**
     * The subject of an entry about a device is user/device, and both ids may contain slashes. So it is about the longest user id that is
     * known. Compared by equality, as LIKE ignores case in SQLite.
     */
    private static Condition isAboutDeviceOf(String tenant, String user) {
        return beginsWith(AuditLog.SUBJECT, user + "/")
                .and(AuditLog.ACTION.startsWith("device."))
                .andNotExists(longerUser(Users.TABLE, Users.USER, Users.TENANT.eq(tenant), user))
                .andNotExists(longerUser(DeviceTokens.TABLE, DeviceTokens.USER, DeviceTokens.TENANT.eq(tenant), user))
                .andNotExists(longerUser(
                        UserPreferences.TABLE, UserPreferences.USER, UserPreferences.TENANT.eq(tenant), user));
    }

    /** A user whose id begins with the one of another user and a slash, if the subject is about a device of that id. */
    private static Select<?> longerUser(Table<?> table, Field<String> id, Condition ofTenant, String user) {
        Field<String> start = DSL.substring(
                AuditLog.SUBJECT, DSL.inline(1), DSL.charLength(id).plus(1));
        return DSL.selectOne()
                .from(table)
                .where(ofTenant, beginsWith(id, user + "/"), start.eq(DSL.concat(id, DSL.inline("/"))));
    }

    private static Condition beginsWith(Field<String> field, String prefix) {
        // Databases count characters, not UTF-16 units.
        return DSL.substring(field, 1, prefix.codePointCount(0, prefix.length()))
                .eq(prefix);
    }

    @Override
    public boolean put(Erasure erasure) {
        try {
            database.write("erasures.put", sql -> {
                if (erasure.isOfTenant()) {
                    SqlTenantDeletions.replace(sql, erasure);
                } else {
                    insert(sql, erasure);
                }
                return null;
            });
            return true;
        } catch (MetadataException e) {
            if (SqlFailures.duplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    static void insert(DSLContext sql, Erasure erasure) {
        sql.insertInto(TABLE)
                .set(TENANT, StorableTexts.key("tenant", erasure.tenant()))
                .set(ID, erasure.id())
                .set(USER_HASH, erasure.userHash())
                .set(ERASED_AT, erasure.erasedAt().toEpochMilli())
                .set(REMOVED, counts(erasure.removed()))
                .execute();
    }

    @Override
    public Optional<Erasure> find(String tenant, String id) {
        return database.read(
                "erasures.find",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(TENANT.eq(tenant), ID.eq(id))
                        .fetchOptional(SqlErasures::erasure));
    }

    @Override
    public List<Erasure> list() {
        return database.read(
                "erasures.list",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .orderBy(ERASED_AT, ID)
                        .fetch(SqlErasures::erasure));
    }

    @Override
    public void complete(Erasure erasure) {
        database.write(
                "erasures.complete",
                sql -> sql.update(TABLE)
                        .set(COMPLETED_AT, erasure.completedAt().orElseThrow().toEpochMilli())
                        .set(REMOVED, counts(erasure.removed()))
                        .where(TENANT.eq(erasure.tenant()), ID.eq(erasure.id()))
                        .execute());
    }

    private static String counts(Map<String, Long> removed) {
        Map<String, String> texts = new TreeMap<>();
        removed.forEach((store, count) -> texts.put(store, count.toString()));
        String all = TextMaps.write(texts);
        long total = removed.values().stream().mapToLong(Long::longValue).sum();
        return all.length() <= StorableTexts.NAME_BYTES ? all : TextMaps.write(Map.of("total", Long.toString(total)));
    }

    static Erasure erasure(Record row) {
        Map<String, Long> removed = new TreeMap<>();
        TextMaps.read(row.get(REMOVED)).forEach((store, count) -> removed.put(store, Long.parseLong(count)));
        return new Erasure(
                row.get(TENANT),
                row.get(ID),
                row.get(USER_HASH),
                ColumnValues.time(row.get(ERASED_AT)),
                Optional.ofNullable(row.get(COMPLETED_AT)).map(ColumnValues::time),
                removed);
    }
}
