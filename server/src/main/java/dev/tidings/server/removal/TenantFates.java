package dev.tidings.server.removal;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.server.storage.StoreSweep;
import dev.tidings.tables.Columns;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.RowFate;
import dev.tidings.widecolumn.Table;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Removes the data of deleted tenants in one sweep, and counts it by kind. Every row with the tenant in a column goes, whatever its time:
 * the tenant can't be created again before the deletion is complete.
 */
final class TenantFates {
    private static final String HISTORY = "history";

    /** The name under which the rows of a table are counted; others are part of the schedules or of the history. */
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("notifications_by_user", "inbox"),
            Map.entry("delivery_log", "deliveries"),
            Map.entry("deliveries_by_provider_id", "deliveries"),
            Map.entry("failed_deliveries", "deadLetters"),
            Map.entry("tenant_events", "events"),
            Map.entry("topic_members", "topics"),
            Map.entry("topics_by_user", "topics"),
            Map.entry("idempotency_keys", "requests"));

    private final TenantDeletions tenants;
    private final List<Erasure> deletions;
    private final Map<String, Map<String, Long>> removed = new TreeMap<>();

    TenantFates(TenantDeletions tenants, Collection<Erasure> deletions) {
        this.tenants = tenants;
        this.deletions = List.copyOf(deletions);
        deletions.forEach(deletion -> removed.put(deletion.tenant(), new TreeMap<>(deletion.removed())));
    }

    /** The tables that are swept: those with a column for the tenant. */
    static List<Table<?>> tables() {
        return TidingsSchema.SCHEMA.tables().stream()
                .<Table<?>>map(table -> table)
                .filter(table -> table.columns().contains(Columns.TENANT))
                .toList();
    }

    Set<String> tenants() {
        return removed.keySet();
    }

    boolean concernsDeleted(LogEntry entry) {
        return removed.containsKey(entry.tenant());
    }

    /** Sweeps all tables and returns the number of rows that were removed. */
    long sweep(StoreSweep stores) {
        return removed.isEmpty()
                ? 0
                : tables().stream().mapToLong(table -> sweep(stores, table)).sum();
    }

    private <R extends Record> long sweep(StoreSweep stores, Table<R> table) {
        String kind = KINDS.getOrDefault(table.name(), table.name().startsWith("schedule") ? "schedules" : HISTORY);
        return stores.rows(table, row -> {
            String tenant = table.value(row, Columns.TENANT);
            if (tenant == null || !removed.containsKey(tenant)) {
                return RowFate.KEEP;
            }
            removed.get(tenant).merge(kind, 1L, Long::sum);
            return RowFate.REMOVE;
        });
    }

    /** Removes the metadata and what is in memory. Repeated at the end, as calls in flight may have written. */
    void removeMetadata() {
        for (String tenant : removed.keySet()) {
            tenants.removeMetadata(tenant)
                    .forEach((kind, rows) -> removed.get(tenant).merge(kind, rows, Long::sum));
            tenants.forget(tenant);
        }
    }

    void complete() {
        deletions.forEach(deletion -> tenants.complete(deletion, removed.get(deletion.tenant())));
    }
}
