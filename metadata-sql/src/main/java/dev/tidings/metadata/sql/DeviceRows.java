package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.ACTIVE;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.APP_VERSION;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.CREATED_AT;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.HASH;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.ID;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.KIND;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.LAST_USED_AT;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.PLATFORM;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.TABLE;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.TENANT;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.TOKEN;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.USER;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/**
 * The SQL statements on device_tokens that {@link SqlDevices} composes within a transaction: find the owner of a token, release it, write a
 * device, drop the excess ones.
 */
final class DeviceRows {
    private DeviceRows() {}

    static String id(String id) {
        return StorableTexts.text("device", StorableTexts.key("device", id), StorableTexts.DEVICE_BYTES);
    }

    static Optional<String> owner(DSLContext sql, String tenant, byte[] hash) {
        return sql.select(USER)
                .from(TABLE)
                .where(TENANT.eq(tenant), HASH.eq(hash))
                .fetchOptional(USER);
    }

    /** Takes the token from its known owner only. If another user has registered it since, the following write fails. */
    static void releaseToken(DSLContext sql, UserKey to, String id, byte[] hash, String owner) {
        sql.deleteFrom(TABLE)
                .where(
                        TENANT.eq(to.tenant()),
                        HASH.eq(hash),
                        USER.eq(owner),
                        DSL.not(USER.eq(to.user()).and(ID.eq(id))))
                .execute();
    }

    /**
     * Two statements instead of "on conflict": where that applies to any key, it would change the row of a user who registers the token at
     * the same time.
     */
    static void write(DSLContext sql, UserKey user, DeviceRegistration device, byte[] hash, Instant at) {
        Map<Field<?>, Object> values = new HashMap<>();
        values.put(KIND, device.kind().wire());
        values.put(HASH, hash);
        values.put(PLATFORM, StorableTexts.text("platform", device.platform(), StorableTexts.SHORT_BYTES));
        values.put(APP_VERSION, StorableTexts.text("appVersion", device.appVersion(), StorableTexts.SHORT_BYTES));
        values.put(ACTIVE, true);
        values.put(LAST_USED_AT, at.toEpochMilli());
        values.put(TOKEN, StorableTexts.text("token", device.token(), StorableTexts.TOKEN_BYTES));
        int updated = sql.update(TABLE).set(values).where(is(user, device.id())).execute();
        if (updated == 0) {
            values.put(TENANT, user.tenant());
            values.put(USER, user.user());
            values.put(ID, device.id());
            values.put(CREATED_AT, at.toEpochMilli());
            sql.insertInto(TABLE).set(values).execute();
        }
    }

    /** @param kept a device that is never dropped */
    static void dropExcess(DSLContext sql, UserKey user, String kept, int max) {
        List<String> excess = sql.select(ID)
                .from(TABLE)
                .where(TENANT.eq(user.tenant()), USER.eq(user.user()), ID.ne(kept))
                .orderBy(ACTIVE.desc(), LAST_USED_AT.desc(), ID)
                .offset(max - 1)
                .limit(1_000)
                .fetch(ID);
        for (String id : excess) {
            sql.deleteFrom(TABLE).where(is(user, id)).execute();
        }
    }

    static boolean deleteAll(DSLContext sql, String tenant, String user) {
        return sql.deleteFrom(TABLE).where(TENANT.eq(tenant), USER.eq(user)).execute() > 0;
    }

    static Optional<Device> one(DSLContext sql, UserKey user, String id) {
        return sql.select(DSL.asterisk()).from(TABLE).where(is(user, id)).fetchOptional(DeviceRows::device);
    }

    private static Condition is(UserKey user, String id) {
        return TENANT.eq(user.tenant()).and(USER.eq(user.user())).and(ID.eq(id));
    }

    static Device device(Record row) {
        return new Device(
                row.get(ID),
                ColumnValues.parse(row.get(KIND), AddressKind::ofWire),
                row.get(TOKEN),
                Optional.ofNullable(row.get(PLATFORM)),
                Optional.ofNullable(row.get(APP_VERSION)),
                row.get(ACTIVE),
                ColumnValues.time(row.get(LAST_USED_AT)),
                ColumnValues.time(row.get(CREATED_AT)));
    }
}
