package dev.tidings.metadata.sql;

import static org.jooq.impl.DSL.val;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.QuietHours;
import dev.tidings.metadata.sql.SqlTables.NotificationPreferences;
import dev.tidings.metadata.sql.SqlTables.UserPreferences;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;

/**
 * Reads and writes the preferences of users in SQL: one row per user, and one row per channel choice for a category or type. The row of the
 * user has a version that every change increments, by which caches recognise the newer of two states.
 */
final class PreferenceRows {
    static final String CATEGORY = "category";
    static final String TYPE = "type";

    private PreferenceRows() {}

    /**
     * The key of a user's choices for categories or for types.
     *
     * @param kind {@link #CATEGORY} or {@link #TYPE}
     */
    record ChoiceKey(String tenant, String user, String kind) {}

    /**
     * Reads both tables in one statement, so that choices and version are consistent on every database. Users without a row are missing.
     */
    static Map<String, Preferences> find(DSLContext sql, String tenant, Collection<String> users) {
        Map<String, UserRows> found = new HashMap<>();
        sql.select(
                        UserPreferences.USER,
                        UserPreferences.VERSION,
                        UserPreferences.CHANNELS,
                        UserPreferences.QUIET_FROM,
                        UserPreferences.QUIET_TO,
                        UserPreferences.QUIET_ZONE,
                        NotificationPreferences.KIND,
                        NotificationPreferences.NAME,
                        NotificationPreferences.CHANNEL,
                        NotificationPreferences.ALLOWED)
                .from(UserPreferences.TABLE)
                .leftJoin(NotificationPreferences.TABLE)
                .on(
                        NotificationPreferences.TENANT.eq(UserPreferences.TENANT),
                        NotificationPreferences.USER.eq(UserPreferences.USER))
                .where(UserPreferences.TENANT.eq(tenant), UserPreferences.USER.in(users))
                .forEach(row -> found.computeIfAbsent(row.get(UserPreferences.USER), user -> new UserRows(row))
                        .add(row));
        Map<String, Preferences> all = new HashMap<>();
        found.forEach((user, of) -> all.put(user, of.preferences()));
        return all;
    }

    /** Increments the version of a user, who may not have a row yet, and locks the row for this transaction. */
    static void nextVersion(DSLContext sql, String tenant, String user) {
        if (increment(sql, tenant, user)) {
            return;
        }
        long floor = TenantSequences.DELETED_PREFERENCES.lock(sql, tenant);
        // Retried under the lock: its previous holder may have inserted the row.
        if (!increment(sql, tenant, user)) {
            sql.insertInto(UserPreferences.TABLE)
                    .set(UserPreferences.TENANT, tenant)
                    .set(UserPreferences.USER, user)
                    .set(UserPreferences.VERSION, floor + 1)
                    .set(UserPreferences.CHANNELS, "")
                    .execute();
        }
    }

    private static boolean increment(DSLContext sql, String tenant, String user) {
        return sql.update(UserPreferences.TABLE)
                        .set(UserPreferences.VERSION, UserPreferences.VERSION.plus(1))
                        .where(of(tenant, user))
                        .execute()
                > 0;
    }

    static void channels(DSLContext sql, String tenant, String user, Map<Channel, Boolean> channels) {
        String joined = channels.entrySet().stream()
                .map(choice -> choice.getKey().wire() + (choice.getValue() ? "=on" : "=off"))
                .collect(Collectors.joining(","));
        sql.update(UserPreferences.TABLE)
                .set(UserPreferences.CHANNELS, joined)
                .where(of(tenant, user))
                .execute();
    }

    static void quietHours(DSLContext sql, String tenant, String user, Optional<QuietHours> hours) {
        String zone = hours.flatMap(QuietHours::zone).map(ZoneId::getId).orElse(null);
        sql.update(UserPreferences.TABLE)
                .set(
                        UserPreferences.QUIET_FROM,
                        hours.map(some -> some.from().toString()).orElse(null))
                .set(
                        UserPreferences.QUIET_TO,
                        hours.map(some -> some.to().toString()).orElse(null))
                .set(UserPreferences.QUIET_ZONE, zone)
                .where(of(tenant, user))
                .execute();
    }

    /** @param choice empty to delete the choice, so that the default applies */
    static void setChoice(DSLContext sql, ChoiceKey owner, String name, Channel channel, Optional<Boolean> choice) {
        if (choice.isEmpty()) {
            sql.deleteFrom(NotificationPreferences.TABLE)
                    .where(
                            NotificationPreferences.TENANT.eq(owner.tenant()),
                            NotificationPreferences.USER.eq(owner.user()),
                            NotificationPreferences.KIND.eq(owner.kind()),
                            NotificationPreferences.NAME.eq(name),
                            NotificationPreferences.CHANNEL.eq(channel.wire()))
                    .execute();
            return;
        }
        sql.insertInto(NotificationPreferences.TABLE)
                .set(NotificationPreferences.TENANT, owner.tenant())
                .set(NotificationPreferences.USER, owner.user())
                .set(NotificationPreferences.KIND, owner.kind())
                .set(NotificationPreferences.NAME, name)
                .set(NotificationPreferences.CHANNEL, channel.wire())
                .set(NotificationPreferences.ALLOWED, choice.get())
                .onConflict(
                        NotificationPreferences.TENANT,
                        NotificationPreferences.USER,
                        NotificationPreferences.KIND,
                        NotificationPreferences.NAME,
                        NotificationPreferences.CHANNEL)
                .doUpdate()
                .set(NotificationPreferences.ALLOWED, val(choice.get()))
                .execute();
    }

    /** Deletes the user's row; the choices are deleted by cascade. False if there was no row. */
    static boolean delete(DSLContext sql, String tenant, String user) {
        long floor = TenantSequences.DELETED_PREFERENCES.lock(sql, tenant);
        // Increments only to lock the row: not every database supports "for update".
        if (!increment(sql, tenant, user)) {
            return false;
        }
        long version = sql.select(UserPreferences.VERSION)
                .from(UserPreferences.TABLE)
                .where(of(tenant, user))
                .fetchSingle()
                .value1();
        sql.deleteFrom(UserPreferences.TABLE).where(of(tenant, user)).execute();
        TenantSequences.DELETED_PREFERENCES.set(sql, tenant, Math.max(floor, version));
        return true;
    }

    private static Condition of(String tenant, String user) {
        return UserPreferences.TENANT.eq(tenant).and(UserPreferences.USER.eq(user));
    }

    /** Collects the rows of one user. */
    private static final class UserRows {
        private final long version;
        private final Optional<QuietHours> quietHours;
        private final Map<Channel, Boolean> channels = new EnumMap<>(Channel.class);
        private final Map<String, Map<Channel, Boolean>> categories = new HashMap<>();
        private final Map<String, Map<Channel, Boolean>> types = new HashMap<>();

        UserRows(Record row) {
            version = row.get(UserPreferences.VERSION);
            quietHours =
                    Optional.ofNullable(row.get(UserPreferences.QUIET_FROM)).map(from -> quietHours(from, row));
            String joined = row.get(UserPreferences.CHANNELS);
            if (!joined.isEmpty()) {
                for (String choice : joined.split(",")) {
                    int sign = choice.indexOf('=');
                    channels.put(
                            ColumnValues.parse(choice.substring(0, sign), Channel::ofWire),
                            choice.substring(sign + 1).equals("on"));
                }
            }
        }

        private static QuietHours quietHours(String from, Record row) {
            return new QuietHours(
                    LocalTime.parse(from),
                    LocalTime.parse(row.get(UserPreferences.QUIET_TO)),
                    Optional.ofNullable(row.get(UserPreferences.QUIET_ZONE)).flatMap(ColumnValues::zoneIfKnown));
        }

        void add(Record row) {
            String kind = row.get(NotificationPreferences.KIND);
            if (kind != null) {
                (kind.equals(CATEGORY) ? categories : types)
                        .computeIfAbsent(row.get(NotificationPreferences.NAME), name -> new EnumMap<>(Channel.class))
                        .put(
                                ColumnValues.parse(row.get(NotificationPreferences.CHANNEL), Channel::ofWire),
                                row.get(NotificationPreferences.ALLOWED));
            }
        }

        Preferences preferences() {
            return new Preferences(version, channels, categories, types, quietHours);
        }
    }
}
