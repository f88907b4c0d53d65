package dev.tidings.server.route;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.storage.Storage;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxChangeRow;
import dev.tidings.tables.InboxFeedRow;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Select;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Finds out which redelivered notifications of a batch are already in the change feeds of their users, so that the route stage does not add
 * them twice. One read per user and month, all at once. Removes nothing.
 */
final class FeedDeduplicator {
    /** After this many later changes a duplicate is possible; clients drop duplicates. */
    private static final int MAX_CHANGES = 1_000;

    private final Engine engine;
    private final InstantSource clock;
    private final IdGenerator ids;
    private final FeedTiming timing;
    /** Changes of an earlier version are older. */
    private final Instant started;

    /** A notification of one user. */
    private record Key(UserKey user, UUID notification) {}

    FeedDeduplicator(Storage storage) {
        this.engine = storage.engine();
        this.clock = storage.clock();
        this.ids = storage.ids();
        this.timing = storage.feedTiming();
        this.started = ids.horizon();
    }

    /** Whether a notification needs no further row in the feed. Blocks. */
    Predicate<RoutedNotification> findIn(List<RoutedNotification> batch) {
        Map<UserKey, Instant> users = new HashMap<>();
        for (RoutedNotification one : batch) {
            if (one.redelivered() && one.decision().showsInApp()) {
                // The id of a change is later than the decision.
                users.merge(one.user(), one.decidedAt(), (a, b) -> a.isBefore(b) ? a : b);
            }
        }
        if (users.isEmpty()) {
            return one -> false;
        }
        Set<Key> found = new HashSet<>();
        List<CompletableFuture<List<Key>>> reads = new ArrayList<>();
        users.forEach((user, decidedAt) -> reads.addAll(reads(user, decidedAt)));
        reads.forEach(read -> found.addAll(read.join()));
        return one -> found.contains(new Key(one.user(), one.notification().id()));
    }

    private List<CompletableFuture<List<Key>>> reads(UserKey user, Instant decidedAt) {
        Instant horizon = ids.horizon();
        Instant oldest = horizon.minus(Retention.CHANGES);
        Instant from = decidedAt.isBefore(oldest) ? oldest : decidedAt;
        UUID first = UuidV7.smallestAt(from);
        List<CompletableFuture<List<Key>>> reads = new ArrayList<>(2);
        for (int month = Buckets.month(horizon); month >= Buckets.month(from); month = Buckets.monthBefore(month)) {
            int inMonth = month;
            reads.add(all(() -> InboxFeedRow.TABLE
                            .select(InboxFeedRow.SINCE, user.tenant(), user.user(), inMonth)
                            .atLeast(first))
                    .thenApply(rows -> inTime(user, rows)));
        }
        for (int day = Buckets.day(from); from.isBefore(started) && day <= Buckets.day(started); day++) {
            int onDay = day;
            reads.add(all(() -> InboxChangeRow.TABLE
                            .select(InboxChangeRow.SINCE, user.tenant(), user.user(), onDay)
                            .atLeast(first))
                    .thenApply(rows -> rows.stream()
                            .filter(row -> row.kind().equals(InboxChange.ADDED))
                            .map(row -> new Key(user, row.notificationId()))
                            .toList()));
        }
        return reads;
    }

    private <R extends Record> CompletableFuture<List<R>> all(Supplier<Select<R>> select) {
        return all(select, Optional.empty(), new ArrayList<>());
    }

    /** @param cursor of the page before: a page may end before the limit */
    private <R extends Record> CompletableFuture<List<R>> all(
            Supplier<Select<R>> select, Optional<String> cursor, List<R> found) {
        Select<R> next = select.get().limit(MAX_CHANGES - found.size());
        cursor.ifPresent(next::after);
        return engine.read(next).thenCompose(page -> {
            found.addAll(page.rows());
            return page.next().isPresent() && found.size() < MAX_CHANGES
                    ? all(select, page.next(), found)
                    : CompletableFuture.completedFuture(found);
        });
    }

    /** Without those that may have become visible too late for some readers: these need a second row. */
    private List<Key> inTime(UserKey user, List<InboxFeedRow> rows) {
        Instant now = clock.instant();
        return rows.stream()
                .filter(row -> row.kind().equals(InboxChange.ADDED))
                .filter(row -> !timing.isLate(Duration.between(UuidV7.time(row.changeId()), now)))
                .map(row -> new Key(user, row.notificationId()))
                .toList();
    }
}
