package dev.tidings.server.inbox;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.StatusText;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Select;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Reads a page of a user's routing decisions and delivery states, newest first, from a table without content. */
final class InboxHistory {
    private final Engine engine;
    private final InstantSource clock;
    private final IdGenerator ids;

    InboxHistory(Engine engine, InstantSource clock, IdGenerator ids) {
        this.engine = engine;
        this.clock = clock;
        this.ids = ids;
    }

    CompletableFuture<ResultPage<HistoryItem>> page(UserKey user, Instant since, int limit, Optional<String> cursor) {
        Instant oldest = clock.instant().minus(Retention.NOTIFICATIONS);
        Instant from = since.isBefore(oldest) ? oldest : since;
        String query = "history " + since + " " + user.tenant() + " " + user.user();
        Optional<UUID> before = cursor.map(text -> PageCursor.parse(text, query));
        int newest = Buckets.month(ids.horizon());
        int month = Math.min(newest, before.map(Buckets::month).orElse(newest));
        return collect(user, UuidV7.smallestAt(from), month, before, limit, new ArrayList<>())
                .thenApply(rows -> listing(rows, limit, query));
    }

    /** Collects one more row than the limit, if there are as many. */
    private CompletableFuture<List<NotificationRow>> collect(
            UserKey user, UUID first, int month, Optional<UUID> before, int limit, List<NotificationRow> found) {
        if (month < Buckets.month(first)) {
            return CompletableFuture.completedFuture(found);
        }
        Select<NotificationRow> select = NotificationRow.TABLE
                .select(NotificationRow.PAGE, user.tenant(), user.user(), month)
                .atLeast(first);
        before.ifPresent(select::lessThan);
        return engine.read(select.limit(limit + 1 - found.size())).thenCompose(page -> {
            found.addAll(page.rows());
            return found.size() > limit
                    ? CompletableFuture.completedFuture(found)
                    : collect(user, first, Buckets.monthBefore(month), Optional.empty(), limit, found);
        });
    }

    private static Map<String, StatusText> states(NotificationRow row) {
        Map<String, StatusText> states = new HashMap<>();
        if (row.channelStatus() != null) {
            row.channelStatus().forEach((channel, text) -> states.put(channel, StatusText.parse(text)));
        }
        return states;
    }

    private static ResultPage<HistoryItem> listing(List<NotificationRow> rows, int limit, String query) {
        List<HistoryItem> items = rows.stream()
                .limit(limit)
                .map(row -> new HistoryItem(
                        row.notificationId(), row.type(), UuidV7.time(row.position()), row.decidedAt(), states(row)))
                .toList();
        return new ResultPage<>(
                items,
                rows.size() > limit
                        ? Optional.of(PageCursor.after(rows.get(limit - 1).position(), query))
                        : Optional.empty());
    }
}
