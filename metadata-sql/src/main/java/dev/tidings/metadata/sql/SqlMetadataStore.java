package dev.tidings.metadata.sql;

import static org.jooq.impl.DSL.max;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.metadata.sql.SqlTables.SchemaVersions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The {@link MetadataStore} in an SQL database: SQLite in a file of this process, or a PostgreSQL, MySQL or MariaDB server that several
 * processes share. Opening it migrates the schema.
 */
public final class SqlMetadataStore implements MetadataStore {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Database database;
    private final SqlTenants tenants;
    private final SqlApiKeys apiKeys;
    private final SqlTokenSecrets tokenSecrets;
    private final SqlUsers users;
    private final SqlDevices devices;
    private final SqlPreferences preferences;
    private final SqlTypes types;
    private final SqlTemplates templates;
    private final SqlRecurring recurring;
    private final SqlProviders providers;
    private final SqlEndpoints endpoints;
    private final SqlAudit audit;
    private final SqlErasures erasures;

    private SqlMetadataStore(Database database, InstantSource clock) {
        this.database = database;
        this.audit = new SqlAudit(database, clock);
        this.tenants = new SqlTenants(database, audit);
        this.apiKeys = new SqlApiKeys(database, audit);
        this.tokenSecrets = new SqlTokenSecrets(database, audit);
        this.users = new SqlUsers(database, audit);
        this.devices = new SqlDevices(database, audit);
        this.preferences = new SqlPreferences(database, audit);
        this.templates = new SqlTemplates(database, audit);
        this.types = new SqlTypes(database, audit, templates, clock);
        this.recurring = new SqlRecurring(database, audit);
        this.providers = new SqlProviders(database, audit);
        this.endpoints = new SqlEndpoints(database, audit);
        this.erasures = new SqlErasures(database, audit);
    }

    public static SqlMetadataStore open(SqlMetadataConfig config) {
        return open(config, InstantSource.system());
    }

    /**
     * Creates or migrates the tables. Rejects a database of a newer version.
     *
     * @param clock for the audit entries of changes without a time of their own
     */
    public static SqlMetadataStore open(SqlMetadataConfig config, InstantSource clock) {
        return open(config, clock, TIMEOUT);
    }

    static SqlMetadataStore open(SqlMetadataConfig config, InstantSource clock, Duration timeout) {
        return new SqlMetadataStore(Database.open(config, new Migrations(Migrations.ALL, clock), timeout), clock);
    }

    @Override
    public Tenants tenants() {
        return tenants;
    }

    @Override
    public ApiKeys apiKeys() {
        return apiKeys;
    }

    @Override
    public TokenSecrets tokenSecrets() {
        return tokenSecrets;
    }

    @Override
    public Users users() {
        return users;
    }

    @Override
    public Devices devices() {
        return devices;
    }

    @Override
    public PreferenceStore preferences() {
        return preferences;
    }

    @Override
    public Types types() {
        return types;
    }

    @Override
    public Templates templates() {
        return templates;
    }

    @Override
    public RecurringSchedules recurring() {
        return recurring;
    }

    @Override
    public Providers providers() {
        return providers;
    }

    @Override
    public Endpoints endpoints() {
        return endpoints;
    }

    @Override
    public Audit audit() {
        return audit;
    }

    @Override
    public Erasures erasures() {
        return erasures;
    }

    /** Rewrites an SQLite database, so that its files hold nothing that was deleted; changes wait. Other databases do so by themselves. */
    public void compact() {
        database.compact();
    }

    /**
     * Copies an SQLite database to a file that does not exist yet. The copy has the state of the moment in which {@code meanwhile} runs:
     * changes wait until it returns, and then continue while the copy is written.
     *
     * @throws MetadataException if the database is on a server, which has tools of its own for this
     */
    public void copyTo(Path file, Runnable meanwhile) {
        database.copyTo(file, meanwhile);
    }

    @Override
    public Optional<String> problem() {
        try {
            // A query without a table would be answered by SQLite without reading its file.
            database.read(
                    "check",
                    sql -> sql.select(max(SchemaVersions.VERSION))
                            .from(SchemaVersions.TABLE)
                            .fetchSingle());
            return Optional.empty();
        } catch (MetadataException e) {
            return Optional.of(e.getMessage());
        }
    }

    @Override
    public void close() {
        database.close();
    }
}
