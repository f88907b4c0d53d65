package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.Users.CREATED_AT;
import static dev.tidings.metadata.sql.SqlTables.Users.EMAIL;
import static dev.tidings.metadata.sql.SqlTables.Users.EMAIL_UNREACHABLE_AT;
import static dev.tidings.metadata.sql.SqlTables.Users.LOCALE;
import static dev.tidings.metadata.sql.SqlTables.Users.PHONE;
import static dev.tidings.metadata.sql.SqlTables.Users.PHONE_UNREACHABLE_AT;
import static dev.tidings.metadata.sql.SqlTables.Users.TABLE;
import static dev.tidings.metadata.sql.SqlTables.Users.TENANT;
import static dev.tidings.metadata.sql.SqlTables.Users.TIME_ZONE;
import static dev.tidings.metadata.sql.SqlTables.Users.UPDATED_AT;
import static dev.tidings.metadata.sql.SqlTables.Users.USER;
import static dev.tidings.metadata.sql.SqlTables.Users.WEBHOOK;
import static org.jooq.impl.DSL.excluded;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.ResultPage;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** The repository of user profiles in SQL. Deleting a user also deletes the user's preferences and devices. */
final class SqlUsers implements MetadataStore.Users {
    /** In the order of {@link #values}, after the key. */
    private static final List<Field<String>> CHANGED = List.of(EMAIL, PHONE, WEBHOOK, LOCALE, TIME_ZONE);

    private final Database database;
    private final SqlAudit audit;

    SqlUsers(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public void put(String tenant, Collection<UserChange> users, Instant at, String actor) {
        if (users.isEmpty()) {
            return;
        }
        database.write("users.put", sql -> {
            StorableTexts.key("tenant", tenant);
            // Sorted: two calls that write the same rows in different orders would deadlock on a server.
            TreeMap<String, UserChange> byId = new TreeMap<>();
            users.forEach(user -> byId.put(StorableTexts.key("user", user.user()), user));
            var batch = sql.batch(upsert(sql));
            byId.values().forEach(user -> batch.bind(values(tenant, user, at.toEpochMilli())));
            batch.execute();
            String subject = byId.size() == 1 ? byId.firstKey() : byId.size() + " users";
            audit.add(sql, tenant, at, actor, "user.put", subject);
            return null;
        });
    }

    /** In the order of {@link #values}. The creation time is not updated. */
    private static Query upsert(DSLContext sql) {
        return sql.insertInto(TABLE, TENANT, USER, EMAIL, PHONE, WEBHOOK, LOCALE, TIME_ZONE, CREATED_AT, UPDATED_AT)
                .values((String) null, null, null, null, null, null, null, null, null)
                .onConflict(TENANT, USER)
                .doUpdate()
                .set(EMAIL, excluded(EMAIL))
                .set(PHONE, excluded(PHONE))
                .set(WEBHOOK, excluded(WEBHOOK))
                .set(LOCALE, excluded(LOCALE))
                .set(TIME_ZONE, excluded(TIME_ZONE))
                .set(UPDATED_AT, excluded(UPDATED_AT))
                // Setting an address again makes it reachable again. Literals, because they are not among the values.
                .set(EMAIL_UNREACHABLE_AT, DSL.inline(null, SQLDataType.BIGINT))
                .set(PHONE_UNREACHABLE_AT, DSL.inline(null, SQLDataType.BIGINT));
    }

    private static Object[] values(String tenant, UserChange user, long at) {
        String of = " of user '" + user.user() + "'";
        return new Object[] {
            tenant,
            user.user(),
            StorableTexts.text("email" + of, user.email(), StorableTexts.EMAIL_BYTES),
            StorableTexts.text("phone" + of, user.phone(), StorableTexts.SHORT_BYTES),
            StorableTexts.text("webhook" + of, user.webhook(), StorableTexts.URL_BYTES),
            StorableTexts.text("locale" + of, user.locale(), StorableTexts.SHORT_BYTES),
            StorableTexts.text("timeZone" + of, user.timeZone(), StorableTexts.SHORT_BYTES),
            at,
            at
        };
    }

    @Override
    public boolean replace(String tenant, UserProfile expected, UserChange user, Instant at, String actor) {
        return database.write("users.replace", sql -> {
            Condition row = TENANT.eq(tenant).and(USER.eq(user.user()));
            // First, because it locks the row.
            sql.update(TABLE).set(USER, user.user()).where(row).execute();
            if (!find(sql, tenant, user.user()).equals(Optional.of(expected))) {
                return false;
            }
            Map<Field<?>, Object> values = new HashMap<>();
            Object[] given = values(tenant, user, at.toEpochMilli());
            for (int i = 0; i < CHANGED.size(); i++) {
                values.put(CHANGED.get(i), given[i + 2]);
            }
            values.put(UPDATED_AT, at.toEpochMilli());
            if (!user.email().equals(expected.email())) {
                values.put(EMAIL_UNREACHABLE_AT, null);
            }
            if (!user.phone().equals(expected.phone())) {
                values.put(PHONE_UNREACHABLE_AT, null);
            }
            sql.update(TABLE).set(values).where(row).execute();
            audit.add(sql, tenant, at, actor, "user.change", user.user());
            return true;
        });
    }

    @Override
    public Optional<UserProfile> find(String tenant, String user) {
        return database.read("users.find", sql -> find(sql, tenant, user));
    }

    private static Optional<UserProfile> find(DSLContext sql, String tenant, String user) {
        return sql.select(DSL.asterisk())
                .from(TABLE)
                .where(TENANT.eq(tenant), USER.eq(user))
                .fetchOptional(SqlUsers::profile);
    }

    @Override
    public Map<String, UserProfile> find(String tenant, Collection<String> users) {
        Map<String, UserProfile> found = new HashMap<>();
        for (List<String> chunk : Chunks.of(users)) {
            database.read(
                            "users.find",
                            sql -> sql.select(DSL.asterisk())
                                    .from(TABLE)
                                    .where(TENANT.eq(tenant), USER.in(chunk))
                                    .fetch(SqlUsers::profile))
                    .forEach(profile -> found.put(profile.user(), profile));
        }
        return found;
    }

    @Override
    public ResultPage<UserProfile> list(String tenant, Optional<String> after, int limit) {
        return database.read("users.list", sql -> {
            var rows = sql.select(DSL.asterisk())
                    .from(TABLE)
                    .where(TENANT.eq(tenant), KeysetPages.after(USER, after))
                    .orderBy(USER)
                    .limit(KeysetPages.rows(limit))
                    .fetch();
            return KeysetPages.of(rows, limit, SqlUsers::profile, UserProfile::user);
        });
    }

    @Override
    public boolean unreachable(
            String tenant, String user, AddressKind kind, String address, Instant since, Instant at, String actor) {
        Field<String> of = kind == AddressKind.MAILBOX ? EMAIL : PHONE;
        Field<Long> unreachableAt = kind == AddressKind.MAILBOX ? EMAIL_UNREACHABLE_AT : PHONE_UNREACHABLE_AT;
        return database.write("users.unreachable", sql -> {
            boolean done = sql.update(TABLE)
                            .set(unreachableAt, at.toEpochMilli())
                            .where(
                                    TENANT.eq(tenant),
                                    USER.eq(user),
                                    of.eq(address),
                                    unreachableAt.isNull(),
                                    UPDATED_AT.le(since.toEpochMilli()))
                            .execute()
                    > 0;
            if (done) {
                audit.add(sql, tenant, at, actor, "user.unreachable", user);
            }
            return done;
        });
    }

    @Override
    public boolean delete(String tenant, String user, String actor) {
        return database.write("users.delete", sql -> {
            boolean hadPreferences = PreferenceRows.delete(sql, tenant, user);
            boolean hadProfile = sql.deleteFrom(TABLE)
                            .where(TENANT.eq(tenant), USER.eq(user))
                            .execute()
                    > 0;
            boolean hadDevices = DeviceRows.deleteAll(sql, tenant, user);
            boolean deleted = hadPreferences || hadProfile || hadDevices;
            if (deleted) {
                audit.add(sql, tenant, actor, "user.delete", user);
            }
            return deleted;
        });
    }

    private static UserProfile profile(Record row) {
        return new UserProfile(
                row.get(USER),
                Optional.ofNullable(row.get(EMAIL)),
                Optional.ofNullable(row.get(PHONE)),
                Optional.ofNullable(row.get(WEBHOOK)),
                Optional.ofNullable(row.get(LOCALE)),
                Optional.ofNullable(row.get(TIME_ZONE)),
                ColumnValues.time(row.get(CREATED_AT)),
                ColumnValues.time(row.get(UPDATED_AT)),
                unreachable(row));
    }

    private static Set<AddressKind> unreachable(Record row) {
        Set<AddressKind> kinds = EnumSet.noneOf(AddressKind.class);
        if (row.get(EMAIL_UNREACHABLE_AT) != null) {
            kinds.add(AddressKind.MAILBOX);
        }
        if (row.get(PHONE_UNREACHABLE_AT) != null) {
            kinds.add(AddressKind.PHONE);
        }
        return kinds;
    }
}
