package dev.tidings.metadata.sql;

import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.primaryKey;
import static org.jooq.impl.SQLDataType.BIGINT;
import static org.jooq.impl.SQLDataType.INTEGER;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.metadata.sql.SqlTables.SchemaVersions;
import java.time.InstantSource;
import java.util.List;
import org.jooq.DSLContext;

/**
 * Applies the {@link Migration}s that a database lacks, in order, when the store is opened. A runner of our own, because one DDL in jOOQ
 * serves all databases, where the usual tools need a file for each.
 */
final class Migrations {
    static final List<Migration> ALL = List.of(
            new CreateTables(),
            new AddDeletedTypes(),
            new AddRecurringSchedules(),
            new AddTemplates(),
            new AddDevices(),
            new AddProvidersAndEndpoints(),
            new AddUnreachableMarks(),
            new AddTypeTexts(),
            new AddDefaultLocales(),
            new AddErasures(),
            new AddSealedTokenSecrets());

    private final List<Migration> steps;
    private final InstantSource clock;

    /** @param steps all of them, or the first few to create a database of an older version */
    Migrations(List<Migration> steps, InstantSource clock) {
        for (int i = 0; i < steps.size(); i++) {
            if (steps.get(i).number() != i + 1) {
                throw new IllegalArgumentException("migration " + steps.get(i).number() + " is at position " + (i + 1));
            }
        }
        this.steps = List.copyOf(steps);
        this.clock = clock;
    }

    /** Runs in one transaction, which on SQLite excludes every other process that opens the same file. */
    Void migrate(DSLContext sql) {
        Ddl ddl = new Ddl(sql.dialect());
        sql.createTableIfNotExists(SchemaVersions.TABLE)
                .column(SchemaVersions.VERSION, INTEGER.notNull())
                .column(
                        SchemaVersions.SENTENCE,
                        ddl.text(StorableTexts.NAME_BYTES).notNull())
                .column(SchemaVersions.APPLIED_AT, BIGINT.notNull())
                .constraints(primaryKey(SchemaVersions.VERSION))
                .storage(ddl.storage())
                .execute();
        Integer found = sql.select(max(SchemaVersions.VERSION))
                .from(SchemaVersions.TABLE)
                .fetchSingle()
                .value1();
        int version = found == null ? 0 : found;
        if (version > steps.size()) {
            throw new MetadataException(
                    "the database has schema version " + version
                            + ", but this version of Tidings supports only those up to " + steps.size()
                            + "; start the version of Tidings that wrote it, or a newer one",
                    false,
                    null);
        }
        for (Migration step : steps.subList(version, steps.size())) {
            step.apply(sql, ddl);
            sql.insertInto(SchemaVersions.TABLE)
                    .set(SchemaVersions.VERSION, step.number())
                    .set(SchemaVersions.SENTENCE, step.description())
                    .set(SchemaVersions.APPLIED_AT, clock.millis())
                    .execute();
        }
        return null;
    }
}
