package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import dev.tidings.widecolumn.cql.CqlTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Migrates a keyspace to the declared schema: creates missing tables, adds columns, and refuses incompatible changes with a list
 * of all differences. Run by every process that opens the keyspace; idempotent.
 */
final class KeyspaceSetup {
    /** Incremented when older versions can no longer read what this version writes. */
    static final int FORMAT = 1;

    private static final String FORMAT_TABLE = "widecolumn_format";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final CqlSession session;
    private final CqlKeyspace keyspace;
    private final SchemaChanges schemaChanges;

    /** A column as {@code system_schema.columns} describes it. */
    private record StoredColumn(String kind, int position, String order, String type) {}

    /** @param datacenter the datacenter whose nodes must agree on a changed schema before the next statement */
    KeyspaceSetup(CqlSession session, CqlKeyspace keyspace, String datacenter) {
        this.session = session;
        this.keyspace = keyspace;
        this.schemaChanges = new SchemaChanges(session, datacenter);
    }

    void apply(Schema schema) {
        try {
            change(keyspace.createStatement());
            checkFormat();
            try {
                changes(schema).forEach(this::change);
            } catch (InvalidQueryException e) {
                // Another process may have added the same column concurrently; compare again and apply the rest.
                changes(schema).forEach(this::change);
            }
            // Another process may just be creating a table that was found: not all nodes know it yet.
            schemaChanges.awaitAgreement();
        } catch (QueryValidationException e) {
            throw new StoreException(
                    Reason.MISCONFIGURED, "keyspace " + keyspace.name() + " can't be set up: " + e.getMessage(), e);
        }
    }

    /** The statements that migrate the keyspace to the declared schema. */
    private List<String> changes(Schema schema) {
        List<String> differences = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        for (Table<?> table : schema.tables()) {
            compare(table, changes, differences);
        }
        if (!differences.isEmpty()) {
            throw new StoreException(
                    Reason.MISCONFIGURED,
                    "keyspace " + keyspace.name() + " differs from the declared schema: "
                            + String.join("; ", differences) + ". Declare a new table instead");
        }
        return changes;
    }

    private void checkFormat() {
        change("CREATE TABLE IF NOT EXISTS " + keyspace.name() + "." + FORMAT_TABLE
                + " (name text PRIMARY KEY, value int) WITH comment = 'The version of the layout of this keyspace'");
        Row stored = session.execute(statement(
                        "SELECT value FROM " + keyspace.name() + "." + FORMAT_TABLE + " WHERE name = 'format'"))
                .one();
        if (stored == null) {
            session.execute(statement("INSERT INTO " + keyspace.name() + "." + FORMAT_TABLE
                    + " (name, value) VALUES ('format', " + FORMAT + ")"));
        } else if (stored.getInt(0) > FORMAT) {
            throw new StoreException(
                    Reason.MISCONFIGURED,
                    "setting keyspace: " + keyspace.name() + " was written by a newer version: it has format "
                            + stored.getInt(0) + ", this version knows up to " + FORMAT);
        }
    }

    private void compare(Table<?> table, List<String> changes, List<String> differences) {
        Map<String, StoredColumn> stored = storedColumns(table);
        if (stored.isEmpty()) {
            changes.add(CqlTable.of(keyspace.name(), table.declaration()).createStatement());
            return;
        }
        String where = "table " + table.name();
        for (int i = 0; i < table.columns().size(); i++) {
            Column<?> column = table.columns().get(i);
            StoredColumn found = stored.get(column.name());
            StoredColumn wanted = declared(table, i);
            if (found == null && i >= table.keySize()) {
                changes.add(CqlTable.of(keyspace.name(), table.declaration()).addColumnStatement(column));
            } else if (found == null) {
                differences.add(where + " has no column " + column.name() + ", which is declared as part of its key");
            } else if (!found.equals(wanted)) {
                differences.add(where + " has column " + column.name() + " as " + found + ", declared is " + wanted);
            }
        }
        long storedKey = stored.values().stream()
                .filter(c -> !c.kind().equals("regular"))
                .count();
        if (storedKey > table.keySize()) {
            differences.add(where + " has " + storedKey + " key columns, declared are "
                    + table.declaration().describeKey());
        }
    }

    private static StoredColumn declared(Table<?> table, int index) {
        String type = table.columns().get(index).type().cql().replace(" ", "");
        if (index < table.partitionSize()) {
            return new StoredColumn("partition_key", index, "none", type);
        }
        if (index < table.keySize()) {
            String order = table.descending(index) ? "desc" : "asc";
            return new StoredColumn("clustering", index - table.partitionSize(), order, type);
        }
        return new StoredColumn("regular", -1, "none", type);
    }

    private Map<String, StoredColumn> storedColumns(Table<?> table) {
        Map<String, StoredColumn> columns = new HashMap<>();
        SimpleStatement query = SimpleStatement.newInstance(
                        "SELECT column_name, kind, position, clustering_order, type FROM system_schema.columns"
                                + " WHERE keyspace_name = ? AND table_name = ?",
                        keyspace.name(),
                        table.name())
                .setTimeout(TIMEOUT);
        for (Row row : session.execute(query)) {
            columns.put(
                    row.getString(0),
                    new StoredColumn(
                            row.getString(1),
                            row.getInt(2),
                            row.getString(3),
                            String.valueOf(row.getString(4)).replace(" ", "")));
        }
        return columns;
    }

    private void change(String cql) {
        schemaChanges.execute(statement(cql));
    }

    private static SimpleStatement statement(String cql) {
        return SimpleStatement.newInstance(cql).setTimeout(TIMEOUT);
    }
}
