package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.ApiKeys.CREATED_AT;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.ID;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.NAME;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.PREVIOUS_HASH;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.PREVIOUS_UNTIL;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.REVOKED_AT;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.SCOPES;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.SECRET_HASH;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.TABLE;
import static dev.tidings.metadata.sql.SqlTables.ApiKeys.TENANT;

import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.ResultPage;
import java.time.Instant;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** The repository of API keys in SQL: add, find by id, list, rotate and revoke, each change with its audit entry. */
final class SqlApiKeys implements MetadataStore.ApiKeys {
    private final Database database;
    private final SqlAudit audit;

    SqlApiKeys(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public void add(ApiKey key, String actor) {
        database.write("apiKeys.add", sql -> {
            sql.insertInto(TABLE)
                    .set(TENANT, StorableTexts.key("tenant", key.tenant()))
                    .set(ID, StorableTexts.key("id", key.id()))
                    .set(NAME, StorableTexts.text("name", key.name(), StorableTexts.NAME_BYTES))
                    .set(SCOPES, ColumnValues.joined(key.scopes(), ApiKeyScope::wire))
                    .set(SECRET_HASH, StorableTexts.secret("secretHash", key.secretHash()))
                    .set(PREVIOUS_HASH, key.previousHash().orElse(null))
                    .set(PREVIOUS_UNTIL, ColumnValues.optionalMillis(key.previousUntil()))
                    .set(CREATED_AT, key.createdAt().toEpochMilli())
                    .set(REVOKED_AT, ColumnValues.optionalMillis(key.revokedAt()))
                    .execute();
            audit.add(sql, key.tenant(), key.createdAt(), actor, "key.add", key.id());
            return null;
        });
    }

    @Override
    public Optional<ApiKey> find(String id) {
        return database.read(
                "apiKeys.find",
                sql -> sql.select(DSL.asterisk()).from(TABLE).where(ID.eq(id)).fetchOptional(SqlApiKeys::key));
    }

    @Override
    public ResultPage<ApiKey> list(String tenant, Optional<String> after, int limit) {
        return database.read("apiKeys.list", sql -> {
            var rows = sql.select(DSL.asterisk())
                    .from(TABLE)
                    .where(TENANT.eq(tenant), KeysetPages.after(ID, after))
                    .orderBy(ID)
                    .limit(KeysetPages.rows(limit))
                    .fetch();
            return KeysetPages.of(rows, limit, SqlApiKeys::key, ApiKey::id);
        });
    }

    @Override
    public boolean rotate(String tenant, String id, byte[] secretHash, Instant previousUntil, String actor) {
        return database.write("apiKeys.rotate", sql -> {
            // The order matters: MySQL evaluates assignments one after the other, with the values already assigned.
            int changed = sql.update(TABLE)
                    .set(PREVIOUS_HASH, SECRET_HASH)
                    .set(PREVIOUS_UNTIL, previousUntil.toEpochMilli())
                    .set(SECRET_HASH, StorableTexts.secret("secretHash", secretHash))
                    .where(valid(tenant, id))
                    .execute();
            if (changed > 0) {
                audit.add(sql, tenant, actor, "key.rotate", id);
            }
            return changed > 0;
        });
    }

    @Override
    public boolean revoke(String tenant, String id, Instant at, String actor) {
        return database.write("apiKeys.revoke", sql -> {
            int changed = sql.update(TABLE)
                    .set(REVOKED_AT, at.toEpochMilli())
                    .where(valid(tenant, id))
                    .execute();
            if (changed > 0) {
                audit.add(sql, tenant, at, actor, "key.revoke", id);
            }
            return changed > 0;
        });
    }

    private static Condition valid(String tenant, String id) {
        return TENANT.eq(tenant).and(ID.eq(id)).and(REVOKED_AT.isNull());
    }

    private static ApiKey key(Record row) {
        return new ApiKey(
                row.get(ID),
                row.get(TENANT),
                row.get(NAME),
                ColumnValues.split(row.get(SCOPES), ApiKeyScope::ofWire),
                row.get(SECRET_HASH),
                Optional.ofNullable(row.get(PREVIOUS_HASH)),
                ColumnValues.optionalTime(row.get(PREVIOUS_UNTIL)),
                ColumnValues.time(row.get(CREATED_AT)),
                ColumnValues.optionalTime(row.get(REVOKED_AT)));
    }
}
