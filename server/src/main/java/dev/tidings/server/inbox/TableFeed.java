package dev.tidings.server.inbox;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.feed.FeedRows;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.storage.Storage;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxChangeRow;
import dev.tidings.tables.InboxFeedRow;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Upsert;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The change feed of inboxes, read from the wide-column tables. Takes the user's lock where a change in flight must become visible first.
 */
public final class TableFeed implements InboxFeed {
    /** Rows expire by the hour, not by the second; and a client that was just told that the feed is complete must find it so. */
    private static final Duration MARGIN = Duration.ofHours(1);

    private static final DeliveryStatus DELIVERED = DeliveryStatus.of(DeliveryState.DELIVERED);

    private final Engine engine;
    private final InstantSource clock;
    private final IdGenerator ids;
    private final UserLocks locks;
    private final FeedTiming timing;
    private final InboxRows rows;
    private final SharedContent contents;
    /** Changes that an earlier version wrote are older. */
    private final Instant started;

    public TableFeed(Storage storage) {
        this.engine = storage.engine();
        this.clock = storage.clock();
        this.ids = storage.ids();
        this.locks = storage.locks();
        this.timing = storage.feedTiming();
        this.rows = new InboxRows(engine, clock, ids);
        this.contents = new SharedContent(engine);
        this.started = ids.horizon();
    }

    @Override
    public FeedTiming timing() {
        return timing;
    }

    @Override
    public CompletableFuture<UUID> currentPosition(UserKey user) {
        return locks.run(user, () -> CompletableFuture.completedFuture(ids.next()));
    }

    @Override
    public CompletableFuture<Void> awaitCounted(UserKey user) {
        return locks.run(user, () -> CompletableFuture.completedFuture(null));
    }

    @Override
    public boolean reachesBackTo(UUID position) {
        Instant oldest = clock.instant().minus(Retention.CHANGES).plus(MARGIN);
        return position.version() == 7
                && !UuidV7.time(position).isBefore(oldest)
                && !UuidV7.time(position).isAfter(ids.horizon());
    }

    @Override
    public CompletableFuture<FeedPage> after(UserKey user, UUID position, int limit) {
        return changes(user, position, limit)
                .thenCompose(changes -> items(user, changes)
                        .thenApply(items -> new FeedPage(
                                items,
                                changes.isEmpty()
                                        ? position
                                        : changes.get(changes.size() - 1).id(),
                                changes.size() == limit)));
    }

    private CompletableFuture<List<InboxChange>> changes(UserKey user, UUID position, int limit) {
        List<InboxChange> found = new ArrayList<>();
        return ofEarlierVersion(user, position, Buckets.day(position), limit, found)
                .thenCompose(done -> sinceMonth(user, position, limit, found));
    }

    /** They come first, since all of them are older than this process. */
    private CompletableFuture<Void> ofEarlierVersion(
            UserKey user, UUID position, int day, int limit, List<InboxChange> found) {
        if (found.size() == limit || !UuidV7.time(position).isBefore(started) || day > Buckets.day(started)) {
            return CompletableFuture.completedFuture(null);
        }
        return collect(
                        () -> InboxChangeRow.TABLE
                                .select(InboxChangeRow.SINCE, user.tenant(), user.user(), day)
                                .greaterThan(position),
                        TableFeed::change,
                        limit,
                        found,
                        Optional.empty())
                .thenCompose(read -> ofEarlierVersion(user, position, day + 1, limit, found));
    }

    private static InboxChange change(InboxChangeRow row) {
        return new InboxChange(row.changeId(), row.kind(), row.position(), row.notificationId(), null, 0, null);
    }

    /** Across months the lock is needed: this process may not add to the first month while the second is being read. */
    private CompletableFuture<List<InboxChange>> sinceMonth(
            UserKey user, UUID position, int limit, List<InboxChange> found) {
        int month = Buckets.month(position);
        return month == Buckets.month(ids.horizon())
                ? inMonth(user, position, month, limit, found)
                : locks.run(user, () -> inMonth(user, position, month, limit, found));
    }

    private CompletableFuture<List<InboxChange>> inMonth(
            UserKey user, UUID position, int month, int limit, List<InboxChange> found) {
        if (found.size() == limit || month > Buckets.month(ids.horizon())) {
            return CompletableFuture.completedFuture(found);
        }
        return collect(
                        () -> InboxFeedRow.TABLE
                                .select(InboxFeedRow.SINCE, user.tenant(), user.user(), month)
                                .greaterThan(position),
                        FeedRows::change,
                        limit,
                        found,
                        Optional.empty())
                .thenCompose(read -> inMonth(user, position, Buckets.monthAfter(month), limit, found));
    }

    /** @param cursor of the page before: a page may end before the limit and before its partition does */
    private <R extends Record> CompletableFuture<Void> collect(
            Supplier<Select<R>> select,
            Function<R, InboxChange> change,
            int limit,
            List<InboxChange> found,
            Optional<String> cursor) {
        Select<R> next = select.get().limit(limit - found.size());
        cursor.ifPresent(next::after);
        return engine.read(next).thenCompose(page -> {
            page.rows().forEach(row -> found.add(change.apply(row)));
            return page.next().isPresent() && found.size() < limit
                    ? collect(select, change, limit, found, page.next())
                    : CompletableFuture.completedFuture(null);
        });
    }

    /**
     * Adds the items in their current state to the changes; items that are no longer visible are left out. Where rows become visible out of
     * order, an item without a row may be pending.
     */
    private CompletableFuture<List<FeedItem>> items(UserKey user, List<InboxChange> changes) {
        List<CompletableFuture<Optional<InboxRow>>> added = changes.stream()
                .map(change -> change.isAdded()
                        ? rows.one(user, change.position())
                        : CompletableFuture.completedFuture(Optional.<InboxRow>empty()))
                .toList();
        return CompletableFuture.allOf(added.toArray(CompletableFuture[]::new)).thenCompose(all -> {
            List<InboxRow> found =
                    added.stream().flatMap(row -> row.join().stream()).toList();
            return contents.load(found).thenApply(shared -> items(changes, added, shared));
        });
    }

    private List<FeedItem> items(
            List<InboxChange> changes, List<CompletableFuture<Optional<InboxRow>>> added, Map<UUID, Content> shared) {
        Instant now = clock.instant();
        List<FeedItem> items = new ArrayList<>(changes.size());
        for (int i = 0; i < changes.size(); i++) {
            InboxChange change = changes.get(i);
            // A row without a notification has only marks so far.
            Optional<InboxRow> row = added.get(i).join().filter(there -> there.notificationId() != null);
            if (!change.isAdded()) {
                items.add(new FeedItem(change, null, false));
            } else if (row.isEmpty()) {
                addPending(change, now, items);
            } else if (InboxRows.visible(row.get(), now)) {
                items.add(new FeedItem(change, InboxItem.of(row.get(), shared), false));
            }
        }
        return items;
    }

    private void addPending(InboxChange change, Instant now, List<FeedItem> items) {
        Duration age = Duration.between(UuidV7.time(change.id()), now);
        if (timing.isShared() && age.compareTo(timing.maxPending()) < 0) {
            items.add(new FeedItem(change, null, true));
        }
    }

    @Override
    public CompletableFuture<Integer> acknowledge(UserKey user, List<UUID> notifications) {
        List<CompletableFuture<Optional<InboxRow>>> found = notifications.stream()
                .filter(id -> id.version() == 7)
                .distinct()
                .map(id -> rows.find(user, id))
                .toList();
        return CompletableFuture.allOf(found.toArray(CompletableFuture[]::new)).thenCompose(all -> {
            Instant now = clock.instant();
            List<Upsert> delivered = found.stream()
                    .flatMap(row -> row.join().stream())
                    .filter(row -> InboxRows.visible(row, now))
                    .map(TableFeed::delivered)
                    .toList();
            return delivered.isEmpty()
                    ? CompletableFuture.completedFuture(0)
                    : engine.write(Batch.acrossPartitions(delivered)).thenApply(written -> delivered.size());
        });
    }

    private static Upsert delivered(InboxRow row) {
        return NotificationRow.TABLE
                .update(row.tenant(), row.userId(), row.month(), row.position())
                .set(NotificationRow.CHANNEL_STATUS, Map.of(Channel.IN_APP.wire(), DELIVERED.text()))
                .at(DELIVERED.writeTime(UuidV7.time(row.notificationId()), 0));
    }
}
