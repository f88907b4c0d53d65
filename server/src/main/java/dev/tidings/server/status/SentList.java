package dev.tidings.server.status;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.InboxCursor;
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

/** What a tenant sent lately, read backwards hour by hour. */
final class SentList {
    /** Hours looked into for one page: a quiet tenant's page may come back short, with a cursor to go on. */
    private static final int MOST_HOURS = 24 * 7;

    private static final int HOURS_AT_ONCE = 10;

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
        String question = "sent " + (since.isBefore(oldest) ? "all" : since) + " " + tenant;
        Optional<UUID> before = cursor.map(text -> InboxCursor.parse(text, question));
        int newest = Buckets.hour(ids.horizon());
        int hour = Math.min(newest, before.map(Buckets::hour).orElse(newest));
        return new Scan(tenant, UuidV7.first(from), limit, question).from(hour, before, MOST_HOURS);
    }

    /** One page in the making. */
    private final class Scan {
        private final String tenant;
        private final UUID first;
        private final int limit;
        private final String question;
        private final List<TenantNotificationRow> found = new ArrayList<>();

        Scan(String tenant, UUID first, int limit, String question) {
            this.tenant = tenant;
            this.first = first;
            this.limit = limit;
            this.question = question;
        }

        CompletableFuture<Listing<SentItem>> from(int hour, Optional<UUID> before, int hoursLeft) {
            if (hour < Buckets.hour(first)) {
                return done(Optional.empty());
            }
            if (hoursLeft == 0) {
                return done(Optional.of(UuidV7.first(startOf(hour + 1))));
            }
            Select<TenantNotificationRow> select = TenantNotificationRow.TABLE
                    .select(TenantNotificationRow.PAGE, tenant, hour, 0)
                    .atLeast(first);
            before.ifPresent(select::lessThan);
            CompletableFuture<Page<TenantNotificationRow>> read = engine.read(select.limit(limit + 1 - found.size()));
            // What is in memory is read on this thread, and a quiet tenant's week is long: others want it, too.
            return hoursLeft % HOURS_AT_ONCE == 0
                    ? read.thenComposeAsync(page -> take(page, hour, hoursLeft))
                    : read.thenCompose(page -> take(page, hour, hoursLeft));
        }

        private CompletableFuture<Listing<SentItem>> take(Page<TenantNotificationRow> page, int hour, int hoursLeft) {
            found.addAll(page.rows());
            return found.size() > limit
                    ? done(Optional.of(found.get(limit - 1).notificationId()))
                    : from(hour - 1, Optional.empty(), hoursLeft - 1);
        }

        private CompletableFuture<Listing<SentItem>> done(Optional<UUID> more) {
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
            return CompletableFuture.completedFuture(
                    new Listing<>(items, more.map(position -> InboxCursor.after(position, question))));
        }

        private Instant startOf(int hour) {
            return Instant.ofEpochSecond(hour * 3600L);
        }
    }
}
