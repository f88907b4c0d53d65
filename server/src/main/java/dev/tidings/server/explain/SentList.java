package dev.tidings.server.explain;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.Retention;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
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

    private final Engine engine;
    private final InstantSource clock;
    private final IdGenerator ids;

    SentList(Engine engine, InstantSource clock, IdGenerator ids) {
        this.engine = engine;
        this.clock = clock;
        this.ids = ids;
    }

    CompletableFuture<ResultPage<SentItem>> page(String tenant, Instant since, int limit, Optional<String> cursor) {
        Instant oldest = clock.instant().minus(Retention.NOTIFICATIONS);
        Instant from = since.isBefore(oldest) ? oldest : since;
        String query = "sent " + since + " " + tenant;
        SentCursor newest = new SentCursor(Buckets.hour(ids.horizon()), Optional.empty());
        SentCursor start = cursor.map(text -> SentCursor.parse(text, query))
                .filter(place -> place.hour() <= newest.hour())
                .orElse(newest);
        return new Scan(tenant, from, limit, query).from(start, MAX_READS);
    }

    /** The scan for one page. */
    private final class Scan {
        private final String tenant;
        private final UUID first;
        private final int limit;
        private final String query;
        private final List<TenantNotificationRow> found = new ArrayList<>();

        Scan(String tenant, Instant from, int limit, String query) {
            this.tenant = tenant;
            this.first = UuidV7.smallestAt(from);
            this.limit = limit;
            this.query = query;
        }

        CompletableFuture<ResultPage<SentItem>> from(SentCursor place, int readsLeft) {
            if (place.hour() < Buckets.hour(first)) {
                return done(Optional.empty());
            }
            if (readsLeft == 0) {
                return done(Optional.of(place));
            }
            Select<TenantNotificationRow> select =
                    TenantNotificationRow.TABLE.select(TenantNotificationRow.PAGE, tenant, place.hour(), 0);
            place.before().ifPresent(select::lessThan);
            int rows = limit + 1 - found.size();
            CompletableFuture<Page<TenantNotificationRow>> read =
                    engine.read(select.limit(isFirst(place) ? Math.max(MIN_ROWS, rows) : rows));
            // In-memory reads run on this thread, and a quiet tenant's week has many: yield to other requests in
            // between.
            return readsLeft % READS_PER_STEP == 0
                    ? read.thenComposeAsync(page -> take(page, place, readsLeft))
                    : read.thenCompose(page -> take(page, place, readsLeft));
        }

        private boolean isFirst(SentCursor place) {
            return place.hour() == Buckets.hour(first);
        }

        private CompletableFuture<ResultPage<SentItem>> take(
                Page<TenantNotificationRow> page, SentCursor place, int readsLeft) {
            for (TenantNotificationRow row : page.rows()) {
                if (!isFirst(place) || UuidV7.time(row.position()).compareTo(UuidV7.time(first)) >= 0) {
                    found.add(row);
                }
            }
            if (found.size() > limit) {
                return done(Optional.of(SentCursor.of(found.get(limit - 1))));
            }
            return page.next().isPresent()
                    ? from(SentCursor.of(page.rows().get(page.rows().size() - 1)), readsLeft - 1)
                    : from(new SentCursor(place.hour() - 1, Optional.empty()), readsLeft - 1);
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
