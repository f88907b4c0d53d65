package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.ACTIVE;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.HASH;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.ID;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.LAST_USED_AT;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.TABLE;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.TENANT;
import static dev.tidings.metadata.sql.SqlTables.DeviceTokens.USER;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;

/**
 * The repository of push devices in SQL. Moves a token to the user who registered it last, limits the devices of a user, and deletes those
 * that were not used for long.
 */
final class SqlDevices implements MetadataStore.Devices {
    private final Database database;
    private final SqlAudit audit;

    SqlDevices(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public Optional<String> owner(String tenant, AddressKind kind, String token) {
        byte[] hash = DeviceTokenHash.of(kind, token);
        return database.read("devices.owner", sql -> DeviceRows.owner(sql, tenant, hash));
    }

    @Override
    public Optional<Device> put(
            String tenant, String user, DeviceRegistration device, Optional<String> from, Instant at, String actor) {
        try {
            return database.write("devices.put", sql -> stored(sql, tenant, user, device, from, at, actor));
        } catch (MetadataException e) {
            // Another user has registered the token between the read and the write.
            if (SqlFailures.duplicate(e)) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Optional<Device> stored(
            DSLContext sql,
            String tenant,
            String user,
            DeviceRegistration device,
            Optional<String> from,
            Instant at,
            String actor) {
        StorableTexts.key("tenant", tenant);
        StorableTexts.key("user", user);
        String id = DeviceRows.id(device.id());
        byte[] hash = DeviceTokenHash.of(device.kind(), device.token());
        Optional<String> owner = DeviceRows.owner(sql, tenant, hash);
        if (owner.isPresent() && !owner.get().equals(user) && !owner.equals(from)) {
            return Optional.empty();
        }
        UserKey key = new UserKey(tenant, user);
        if (owner.isPresent()) {
            DeviceRows.releaseToken(sql, key, id, hash, owner.get());
        }
        Optional<Device> before = DeviceRows.one(sql, key, id);
        DeviceRows.write(sql, key, device, hash, at);
        Device after = DeviceRows.one(sql, key, id).orElseThrow();
        if (before.isEmpty() || !isRefresh(before.get(), after)) {
            DeviceRows.dropExcess(sql, key, id, MAX_OF_A_USER);
            audit.add(sql, tenant, at, actor, "device.put", subject(user, id));
        }
        return Optional.of(after);
    }

    private static boolean isRefresh(Device before, Device after) {
        return before.active()
                && before.kind() == after.kind()
                && before.token().equals(after.token())
                && before.platform().equals(after.platform())
                && before.appVersion().equals(after.appVersion());
    }

    @Override
    public List<Device> list(String tenant, String user) {
        return database.read(
                "devices.list",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(TENANT.eq(tenant), USER.eq(user))
                        .orderBy(ID)
                        .fetch(DeviceRows::device));
    }

    @Override
    public Map<String, List<Device>> find(String tenant, Collection<String> users) {
        Map<String, List<Device>> found = new HashMap<>();
        for (List<String> chunk : Chunks.of(users)) {
            database.read("devices.find", sql -> {
                sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(TENANT.eq(tenant), USER.in(chunk), ACTIVE.isTrue())
                        .orderBy(LAST_USED_AT.desc(), ID)
                        .forEach(row -> found.computeIfAbsent(row.get(USER), user -> new ArrayList<>())
                                .add(DeviceRows.device(row)));
                return null;
            });
        }
        return found;
    }

    @Override
    public boolean deactivate(
            String tenant, String user, AddressKind kind, String token, Instant since, Instant at, String actor) {
        byte[] hash = DeviceTokenHash.of(kind, token);
        return database.write("devices.deactivate", sql -> {
            boolean changed = sql.update(TABLE)
                            .set(ACTIVE, false)
                            .where(
                                    TENANT.eq(tenant),
                                    HASH.eq(hash),
                                    USER.eq(user),
                                    ACTIVE.isTrue(),
                                    LAST_USED_AT.le(since.toEpochMilli()))
                            .execute()
                    > 0;
            if (changed) {
                String id = sql.select(ID)
                        .from(TABLE)
                        .where(TENANT.eq(tenant), HASH.eq(hash))
                        .fetchSingle(ID);
                audit.add(sql, tenant, at, actor, "device.deactivate", subject(user, id));
            }
            return changed;
        });
    }

    @Override
    public boolean delete(String tenant, String user, String id, Instant at, String actor) {
        return database.write("devices.delete", sql -> {
            boolean deleted = sql.deleteFrom(TABLE)
                            .where(TENANT.eq(tenant), USER.eq(user), ID.eq(id))
                            .execute()
                    > 0;
            if (deleted) {
                audit.add(sql, tenant, at, actor, "device.delete", subject(user, id));
            }
            return deleted;
        });
    }

    @Override
    public List<UserKey> ageOut(Instant before, int limit, Instant at, String actor) {
        return database.write("devices.ageOut", sql -> {
            List<UserKey> dropped = new ArrayList<>();
            // Sorted by tenant: concurrent runs would otherwise deadlock on the counters.
            TreeMap<String, Integer> countsByTenant = new TreeMap<>();
            for (Record row : sql.select(TENANT, USER, HASH)
                    .from(TABLE)
                    .where(LAST_USED_AT.lt(before.toEpochMilli()))
                    .orderBy(LAST_USED_AT, TENANT, HASH)
                    .limit(limit)
                    .fetch()) {
                // Checks the time again: the device may have been used since it was found.
                int deleted = sql.deleteFrom(TABLE)
                        .where(
                                TENANT.eq(row.get(TENANT)),
                                HASH.eq(row.get(HASH)),
                                LAST_USED_AT.lt(before.toEpochMilli()))
                        .execute();
                if (deleted > 0) {
                    dropped.add(new UserKey(row.get(TENANT), row.get(USER)));
                    countsByTenant.merge(row.get(TENANT), 1, Integer::sum);
                }
            }
            countsByTenant.forEach((tenant, count) ->
                    audit.add(sql, tenant, at, actor, "device.age_out", count == 1 ? "1 device" : count + " devices"));
            return dropped;
        });
    }

    private static String subject(String user, String id) {
        return user + "/" + id;
    }
}
