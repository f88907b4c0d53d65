package dev.tidings.server.explain;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.Retention;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.widecolumn.Engine;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Reads pages of the notifications a tenant sent, newest hour first. The hour is that of sending; within it the order is that of the ids,
 * so a notification accepted in an earlier hour comes last.
 */
final class SentList {
    /** The maximum number of reads for one page: a page of a quiet tenant may be short, with a cursor to continue. */
    private static final int MAX_READS = 24 * 7;

    private static final int READS_PER_STEP = 10;
    /** For the oldest hour, where many rows may be older than the requested time. */
    private static final int MIN_ROWS = 100;

    private final InstantSource clock;
    private final IdGenerator ids;
    private final SentHours hours;

    SentList(Engine engine, InstantSource clock, IdGenerator ids) {
        this.clock = clock;
        this.ids = ids;
        this.hours = new SentHours(engine);
    }

    CompletableFuture<ResultPage<SentItem>> page(String tenant, Instant since, int limit, Optional<String> cursor) {
        Instant oldest = clock.instant().minus(Retention.NOTIFICATIONS);
        Instant from = since.isBefore(oldest) ? oldest : since;
        String query = "sent " + since + " " + tenant;
        SentCursor newest = new SentCursor(Buckets.hour(ids.horizon()), Optional.empty());
        SentCursor start = cursor.map(text -> SentCursor.parse(text, query))
                .filter(place -> place.hour() <= newest.hour())
                .orElse(newest);
        return hours.busy(tenant, start.hour() - MAX_READS, start.hour())
                .thenCompose(busy -> new Scan(tenant, from, limit, query, busy).from(start, MAX_READS));
    }

    /** The scan for one page. */
    private final class Scan {
        private final String tenant;
        private final UUID first;
        private final int limit;
        private final String query;
        private final Map<Integer, Integer> busy;
        private final List<TenantNotificationRow> found = new ArrayList<>();

        /** @param busy the shards of the hours that have several */
        Scan(String tenant, Instant from, int limit, String query, Map<Integer, Integer> busy) {
            this.tenant = tenant;
            this.first = UuidV7.smallestAt(from);
            this.limit = limit;
            this.query = query;
            this.busy = busy;
        }

        CompletableFuture<ResultPage<SentItem>> from(SentCursor place, int readsLeft) {
            if (place.hour() < Buckets.hour(first)) {
                return done(Optional.empty());
            }
            if (readsLeft <= 0) {
                return done(Optional.of(place));
            }
            int rows = limit + 1 - found.size();
            int shards = busy.getOrDefault(place.hour(), 1);
            CompletableFuture<SentHours.Rows> read =
                    hours.read(tenant, place, shards, isFirst(place) ? Math.max(MIN_ROWS, rows) : rows);
            // In-memory reads run on this thread, and a quiet tenant's week has many: yield to other requests in
            // between.
            return readsLeft % READS_PER_STEP == 0
                    ? read.thenComposeAsync(next -> take(next, place, readsLeft - shards))
                    : read.thenCompose(next -> take(next, place, readsLeft - shards));
        }

        private boolean isFirst(SentCursor place) {
            return place.hour() == Buckets.hour(first);
        }

        private CompletableFuture<ResultPage<SentItem>> take(SentHours.Rows rows, SentCursor place, int readsLeft) {
            for (TenantNotificationRow row : rows.newestFirst()) {
                if (!isFirst(place) || UuidV7.time(row.position()).compareTo(UuidV7.time(first)) >= 0) {
                    found.add(row);
                }
            }
            if (found.size() > limit) {
                return done(Optional.of(SentCursor.of(found.get(limit - 1))));
            }
            return from(rows.next().orElseGet(() -> new SentCursor(place.hour() - 1, Optional.empty())), readsLeft);
        }

        private CompletableFuture<ResultPage<SentItem>> done(Optional<SentCursor> more) {
            List<SentItem> items = found.stream()
                    .limit(limit)
                    .map(row -> new SentItem(
                            row.notificationId(),
                            row.type(),
                            row.priority(),
                            row.source(),
                            row.targetType(),
                            row.targetId(),
                            UuidV7.time(row.position())))
                    .toList();
            return CompletableFuture.completedFuture(new ResultPage<>(items, more.map(place -> place.cursor(query))));
        }
    }
}
