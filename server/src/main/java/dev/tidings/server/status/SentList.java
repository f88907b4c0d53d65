package dev.tidings.server.status;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.Listing;
import dev.tidings.server.intake.IdMint;
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
 * What a tenant sent lately, read backwards hour by hour. The hour is that in which it was sent; inside of it the order is that of the
 * ids, so what was accepted in an earlier hour to be sent in this one stands last.
 */
final class SentList {
    /** Reads for one page: a quiet tenant's page may come back short, with a cursor to go on. */
    private static final int MOST_READS = 24 * 7;

    private static final int READS_AT_ONCE = 10;
    /** Of the first hour, where much may have been sent before the time that was asked for. */
    private static final int FEWEST_ROWS = 100;

    private final Engine engine;
    private final InstantSource clock;
    private final IdMint ids;

    SentList(Engine engine, InstantSource clock, IdMint ids) {
        this.engine = engine;
        this.clock = clock;
        this.ids = ids;
    }

    CompletableFuture<Listing<SentItem>> page(String tenant, Instant since, int limit, Optional<String> cursor) {
        Instant oldest = clock.instant().minus(Retention.NOTIFICATIONS);
        Instant from = since.isBefore(oldest) ? oldest : since;
        String question = "sent " + since + " " + tenant;
        SentPlace newest = new SentPlace(Buckets.hour(ids.horizon()), Optional.empty());
        SentPlace start = cursor.map(text -> SentPlace.parse(text, question))
                .filter(place -> place.hour() <= newest.hour())
                .orElse(newest);
        return new Scan(tenant, from, limit, question).from(start, MOST_READS);
    }

    /** One page in the making. */
    private final class Scan {
        private final String tenant;
        private final UUID first;
        private final int limit;
        private final String question;
        private final List<TenantNotificationRow> found = new ArrayList<>();

        Scan(String tenant, Instant from, int limit, String question) {
            this.tenant = tenant;
            this.first = UuidV7.first(from);
            this.limit = limit;
            this.question = question;
        }

        CompletableFuture<Listing<SentItem>> from(SentPlace place, int readsLeft) {
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
                    engine.read(select.limit(isFirst(place) ? Math.max(FEWEST_ROWS, rows) : rows));
            // What is in memory is read on this thread, and a quiet tenant's week is long: others want it, too.
            return readsLeft % READS_AT_ONCE == 0
                    ? read.thenComposeAsync(page -> take(page, place, readsLeft))
                    : read.thenCompose(page -> take(page, place, readsLeft));
        }

        private boolean isFirst(SentPlace place) {
            return place.hour() == Buckets.hour(first);
        }

        private CompletableFuture<Listing<SentItem>> take(
                Page<TenantNotificationRow> page, SentPlace place, int readsLeft) {
            for (TenantNotificationRow row : page.rows()) {
                if (!isFirst(place) || UuidV7.time(row.position()).compareTo(UuidV7.time(first)) >= 0) {
                    found.add(row);
                }
            }
            if (found.size() > limit) {
                return done(Optional.of(SentPlace.of(found.get(limit - 1))));
            }
            return page.next().isPresent()
                    ? from(SentPlace.of(page.rows().get(page.rows().size() - 1)), readsLeft - 1)
                    : from(new SentPlace(place.hour() - 1, Optional.empty()), readsLeft - 1);
        }

        private CompletableFuture<Listing<SentItem>> done(Optional<SentPlace> more) {
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
            return CompletableFuture.completedFuture(new Listing<>(items, more.map(place -> place.cursor(question))));
        }
    }
}
