package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.TokenSecrets.CREATED_AT;
import static dev.tidings.metadata.sql.SqlTables.TokenSecrets.KID;
import static dev.tidings.metadata.sql.SqlTables.TokenSecrets.REVOKED_AT;
import static dev.tidings.metadata.sql.SqlTables.TokenSecrets.SEALED;
import static dev.tidings.metadata.sql.SqlTables.TokenSecrets.SECRET;
import static dev.tidings.metadata.sql.SqlTables.TokenSecrets.TABLE;
import static dev.tidings.metadata.sql.SqlTables.TokenSecrets.TENANT;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.TokenSecret;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** The repository of the secrets that sign user tokens, in SQL: add, find by key id, list and revoke. */
final class SqlTokenSecrets implements MetadataStore.TokenSecrets {
    private final Database database;
    private final SqlAudit audit;

    SqlTokenSecrets(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public void add(TokenSecret secret, String actor) {
        database.write("tokenSecrets.add", sql -> {
            sql.insertInto(TABLE)
                    .set(TENANT, StorableTexts.key("tenant", secret.tenant()))
                    .set(KID, StorableTexts.key("kid", secret.kid()))
                    .set(SECRET, StorableTexts.secret("secret", secret.secret()))
                    .set(CREATED_AT, secret.createdAt().toEpochMilli())
                    .set(REVOKED_AT, ColumnValues.optionalMillis(secret.revokedAt()))
                    .set(SEALED, 1L)
                    .execute();
            audit.add(sql, secret.tenant(), secret.createdAt(), actor, "token_secret.add", secret.kid());
            return null;
        });
    }

    @Override
    public Optional<TokenSecret> find(String tenant, String kid) {
        return database.read(
                "tokenSecrets.find",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(TENANT.eq(tenant), KID.eq(kid))
                        .fetchOptional(SqlTokenSecrets::secret));
    }

    @Override
    public List<TokenSecret> list(String tenant) {
        return database.read(
                "tokenSecrets.list",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(TENANT.eq(tenant))
                        .orderBy(KID)
                        .fetch(SqlTokenSecrets::secret));
    }

    @Override
    public boolean revoke(String tenant, String kid, Instant at, String actor) {
        return database.write("tokenSecrets.revoke", sql -> {
            int changed = sql.update(TABLE)
                    .set(REVOKED_AT, at.toEpochMilli())
                    .where(TENANT.eq(tenant), KID.eq(kid), REVOKED_AT.isNull())
                    .execute();
            if (changed > 0) {
                audit.add(sql, tenant, at, actor, "token_secret.revoke", kid);
            }
            return changed > 0;
        });
    }

    @Override
    public List<TokenSecret> unsealed() {
        return database.read(
                "tokenSecrets.unsealed",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(SEALED.isNull())
                        .fetch(SqlTokenSecrets::secret));
    }

    @Override
    public void seal(TokenSecret sealed) {
        database.write(
                "tokenSecrets.seal",
                sql -> sql.update(TABLE)
                        .set(SECRET, StorableTexts.secret("secret", sealed.secret()))
                        .set(SEALED, 1L)
                        .where(TENANT.eq(sealed.tenant()), KID.eq(sealed.kid()), SEALED.isNull())
                        .execute());
    }

    private static TokenSecret secret(Record row) {
        return new TokenSecret(
                row.get(KID),
                row.get(TENANT),
                row.get(SECRET),
                ColumnValues.time(row.get(CREATED_AT)),
                ColumnValues.optionalTime(row.get(REVOKED_AT)));
    }
}
