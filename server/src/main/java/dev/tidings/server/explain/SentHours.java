package dev.tidings.server.explain;

import dev.tidings.tables.BusyHourRow;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Reads the rows of one hour of a tenant from all its shards, as one list, newest first. */
final class SentHours {
    /** The maximum number of reads in flight for one request. */
    private static final int MAX_PARALLEL = 64;

    /** Rows read of a shard beyond its share, as rows are not spread evenly. */
    private static final int SPARE_ROWS = 5;

    private static final Comparator<UUID> NEWEST_FIRST = Comparator.reverseOrder();

    private final Engine engine;

    SentHours(Engine engine) {
        this.engine = engine;
    }

    /**
     * Rows of an hour without gaps.
     *
     * @param next empty at the end of the hour
     */
    record Rows(List<TenantNotificationRow> newestFirst, Optional<SentCursor> next) {}

    /** The number of shards by hour, for hours that have several. */
    CompletableFuture<Map<Integer, Integer>> busy(String tenant, int fromHour, int toHour) {
        Map<Integer, Integer> found = new HashMap<>();
        Select<BusyHourRow> select = BusyHourRow.TABLE
                .select(BusyHourRow.RECENT, tenant)
                .atLeast(fromHour)
                .atMost(toHour)
                .limit(toHour - fromHour + 1);
        return addBusy(select, found).thenApply(done -> found);
    }

    private CompletableFuture<Void> addBusy(Select<BusyHourRow> select, Map<Integer, Integer> found) {
        return engine.read(select).thenCompose(page -> {
            page.rows().forEach(row -> found.put(row.hour(), row.shards()));
            return page.next().isPresent()
                    ? addBusy(select.after(page.next().get()), found)
                    : CompletableFuture.completedFuture(null);
        });
    }

    /** Reads about this many rows, older than the place. */
    CompletableFuture<Rows> read(String tenant, SentCursor place, int shards, int rows) {
        int perShard = shards == 1 ? rows : Math.min(rows, 2 * rows / shards + SPARE_ROWS);
        return readFrom(0, tenant, place, shards, perShard, new ArrayList<>()).thenApply(pages -> merge(place, pages));
    }

    private CompletableFuture<List<Page<TenantNotificationRow>>> readFrom(
            int shard, String tenant, SentCursor place, int shards, int limit, List<Page<TenantNotificationRow>> read) {
        if (shard == shards) {
            return CompletableFuture.completedFuture(read);
        }
        int end = Math.min(shards, shard + MAX_PARALLEL);
        List<CompletableFuture<Page<TenantNotificationRow>>> reads = new ArrayList<>();
        for (int each = shard; each < end; each++) {
            Select<TenantNotificationRow> select = TenantNotificationRow.TABLE
                    .select(TenantNotificationRow.PAGE, tenant, place.hour(), each)
                    .limit(limit);
            place.before().ifPresent(select::lessThan);
            reads.add(engine.read(select));
        }
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).thenCompose(all -> {
            reads.forEach(page -> read.add(page.join()));
            return readFrom(end, tenant, place, shards, limit, read);
        });
    }

    /**
     * Merges the pages of all shards. A page that is not the last of its shard ends the list at its last row: what follows in that shard
     * may be newer than rows of others.
     */
    private static Rows merge(SentCursor place, List<Page<TenantNotificationRow>> pages) {
        Optional<UUID> end = pages.stream()
                .filter(page -> page.next().isPresent())
                .map(page -> page.rows().get(page.rows().size() - 1).notificationId())
                .max(Comparator.naturalOrder());
        List<TenantNotificationRow> merged = pages.stream()
                .flatMap(page -> page.rows().stream())
                .filter(row -> end.isEmpty() || row.notificationId().compareTo(end.get()) >= 0)
                .sorted(Comparator.comparing(TenantNotificationRow::notificationId, NEWEST_FIRST))
                .toList();
        return new Rows(withoutRepeated(merged), end.map(id -> new SentCursor(place.hour(), Optional.of(id))));
    }

    /** A redelivered notification may be in two shards. */
    private static List<TenantNotificationRow> withoutRepeated(List<TenantNotificationRow> rows) {
        List<TenantNotificationRow> distinct = new ArrayList<>(rows.size());
        for (TenantNotificationRow row : rows) {
            boolean isRepeated = !distinct.isEmpty()
                    && distinct.get(distinct.size() - 1).notificationId().equals(row.notificationId());
            if (!isRepeated) {
                distinct.add(row);
            }
        }
        return distinct;
    }
}
