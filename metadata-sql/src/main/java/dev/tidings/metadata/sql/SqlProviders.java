package dev.tidings.metadata.sql;

import static dev.tidings.metadata.sql.SqlTables.Providers.CREDENTIALS;
import static dev.tidings.metadata.sql.SqlTables.Providers.ENABLED;
import static dev.tidings.metadata.sql.SqlTables.Providers.KIND;
import static dev.tidings.metadata.sql.SqlTables.Providers.MAX_CONCURRENT;
import static dev.tidings.metadata.sql.SqlTables.Providers.NAME;
import static dev.tidings.metadata.sql.SqlTables.Providers.PER_SECOND;
import static dev.tidings.metadata.sql.SqlTables.Providers.RANK;
import static dev.tidings.metadata.sql.SqlTables.Providers.REVISION;
import static dev.tidings.metadata.sql.SqlTables.Providers.SETTINGS;
import static dev.tidings.metadata.sql.SqlTables.Providers.TABLE;
import static dev.tidings.metadata.sql.SqlTables.Providers.TENANT;
import static dev.tidings.metadata.sql.SqlTables.Providers.TIMEOUT_MILLIS;

import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.ProviderAccount;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** The repository of tenants' provider accounts in SQL, each change with a new revision and an audit entry. */
final class SqlProviders implements MetadataStore.Providers {
    private final Database database;
    private final SqlAudit audit;

    SqlProviders(Database database, SqlAudit audit) {
        this.database = database;
        this.audit = audit;
    }

    @Override
    public Optional<ProviderAccount> find(String tenant, String name) {
        return database.read("providers.find", sql -> find(sql, tenant, name));
    }

    private static Optional<ProviderAccount> find(DSLContext sql, String tenant, String name) {
        return sql.select(DSL.asterisk()).from(TABLE).where(is(tenant, name)).fetchOptional(SqlProviders::account);
    }

    @Override
    public List<ProviderAccount> list(String tenant) {
        return database.read(
                "providers.list",
                sql -> sql.select(DSL.asterisk())
                        .from(TABLE)
                        .where(TENANT.eq(tenant))
                        .orderBy(NAME)
                        .fetch(SqlProviders::account));
    }

    @Override
    public Optional<ProviderAccount> put(ProviderAccount account, String actor) {
        return database.write("providers.put", sql -> {
            // The counter first: it locks the tenant's accounts for this transaction.
            long revision = TenantSequences.PROVIDERS.next(sql, StorableTexts.key("tenant", account.tenant()));
            long before = find(sql, account.tenant(), account.name())
                    .map(ProviderAccount::revision)
                    .orElse(0L);
            if (before != account.revision()) {
                return Optional.<ProviderAccount>empty();
            }
            ProviderAccount stored = account.withRevision(revision);
            if (before == 0) {
                sql.insertInto(TABLE).set(row(stored)).execute();
            } else {
                sql.update(TABLE)
                        .set(row(stored))
                        .where(is(account.tenant(), account.name()))
                        .execute();
            }
            audit.add(sql, account.tenant(), actor, "provider.put", account.name());
            return find(sql, account.tenant(), account.name());
        });
    }

    @Override
    public boolean delete(String tenant, String name, String actor) {
        return database.write("providers.delete", sql -> {
            int deleted = sql.deleteFrom(TABLE).where(is(tenant, name)).execute();
            if (deleted > 0) {
                audit.add(sql, tenant, actor, "provider.delete", name);
            }
            return deleted > 0;
        });
    }

    private static Condition is(String tenant, String name) {
        return TENANT.eq(tenant).and(NAME.eq(name));
    }

    private static Map<Field<?>, Object> row(ProviderAccount account) {
        Map<Field<?>, Object> row = new HashMap<>();
        row.put(TENANT, StorableTexts.key("tenant", account.tenant()));
        row.put(NAME, StorableTexts.key("name", account.name()));
        row.put(REVISION, account.revision());
        row.put(KIND, StorableTexts.key("kind", account.kind()));
        row.put(RANK, account.rank());
        row.put(ENABLED, account.enabled());
        row.put(MAX_CONCURRENT, account.maxConcurrent());
        row.put(PER_SECOND, account.perSecond());
        row.put(TIMEOUT_MILLIS, account.timeout().toMillis());
        row.put(CREDENTIALS, StorableTexts.credentials("credentials", account.credentials()));
        row.put(
                SETTINGS,
                StorableTexts.text("settings", TextMaps.write(account.settings()), StorableTexts.SETTINGS_BYTES));
        return row;
    }

    private static ProviderAccount account(Record row) {
        return new ProviderAccount(
                row.get(TENANT),
                row.get(NAME),
                row.get(KIND),
                row.get(RANK),
                row.get(ENABLED),
                row.get(MAX_CONCURRENT),
                row.get(PER_SECOND),
                Duration.ofMillis(row.get(TIMEOUT_MILLIS)),
                TextMaps.read(row.get(SETTINGS)),
                row.get(CREDENTIALS),
                row.get(REVISION));
    }
}
