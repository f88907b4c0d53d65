package dev.tidings.server.inbox;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxChangeRow;
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
    private final InboxRows rows;
    private final SharedContent contents;

    /** @param turns the user locks under which changes get their ids and are written */
    public TableFeed(Engine engine, InstantSource clock, IdGenerator ids, UserLocks locks) {
        this.engine = engine;
        this.clock = clock;
        this.ids = ids;
        this.locks = locks;
        this.rows = new InboxRows(engine, clock, ids);
        this.contents = new SharedContent(engine);
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
    public boolean reachesBackTo(UUID place) {
        Instant oldest = clock.instant().minus(Retention.CHANGES).plus(MARGIN);
        return place.version() == 7
                && !UuidV7.time(place).isBefore(oldest)
                && !UuidV7.time(place).isAfter(ids.horizon());
    }

    @Override
    public CompletableFuture<FeedPage> after(UserKey user, UUID place, int limit) {
        return changes(user, place, limit)
                .thenCompose(changes -> items(user, changes)
                        .thenApply(items -> new FeedPage(
                                items,
                                changes.isEmpty()
                                        ? place
                                        : changes.get(changes.size() - 1).changeId(),
                                changes.size() == limit)));
    }

    /** Across midnight the lock is needed: no writer may add to the first day while the second is being read. */
    private CompletableFuture<List<InboxChangeRow>> changes(UserKey user, UUID place, int limit) {
        int day = Buckets.day(place);
        return day == Buckets.day(ids.horizon())
                ? read(user, place, day, limit, new ArrayList<>(), Optional.empty())
                : locks.run(user, () -> read(user, place, day, limit, new ArrayList<>(), Optional.empty()));
    }

    /** @param cursor of the page before: a page may end before the limit and before the day does */
    private CompletableFuture<List<InboxChangeRow>> read(
            UserKey user, UUID place, int day, int limit, List<InboxChangeRow> found, Optional<String> cursor) {
        Select<InboxChangeRow> select = InboxChangeRow.TABLE
                .select(InboxChangeRow.SINCE, user.tenant(), user.user(), day)
                .greaterThan(place)
                .limit(limit - found.size());
        cursor.ifPresent(select::after);
        return engine.read(select).thenCompose(page -> {
            found.addAll(page.rows());
            if (found.size() < limit && page.next().isPresent()) {
                return read(user, place, day, limit, found, page.next());
            }
            return found.size() == limit || day >= Buckets.day(ids.horizon())
                    ? CompletableFuture.completedFuture(found)
                    : read(user, place, day + 1, limit, found, Optional.empty());
        });
    }

    /** Adds the items in their current state to the changes; items that are no longer visible are left out. */
    private CompletableFuture<List<FeedItem>> items(UserKey user, List<InboxChangeRow> changes) {
        List<CompletableFuture<Optional<InboxRow>>> added = changes.stream()
                .map(change -> change.kind().equals(InboxChange.ADDED)
                        ? rows.one(user, change.position())
                        : CompletableFuture.completedFuture(Optional.<InboxRow>empty()))
                .toList();
        return CompletableFuture.allOf(added.toArray(CompletableFuture[]::new)).thenCompose(all -> {
            Instant now = clock.instant();
            List<Optional<InboxRow>> visible = added.stream()
                    .map(row -> row.join().filter(found -> InboxRows.visible(found, now)))
                    .toList();
            return contents.load(visible.stream().flatMap(Optional::stream).toList())
                    .thenApply(shared -> items(changes, visible, shared));
        });
    }

    private static List<FeedItem> items(
            List<InboxChangeRow> changes, List<Optional<InboxRow>> visible, Map<UUID, Content> shared) {
        List<FeedItem> items = new ArrayList<>(changes.size());
        for (int i = 0; i < changes.size(); i++) {
            InboxChangeRow change = changes.get(i);
            InboxItem item =
                    visible.get(i).map(row -> InboxItem.of(row, shared)).orElse(null);
            if (item != null || !change.kind().equals(InboxChange.ADDED)) {
                items.add(new FeedItem(change.changeId(), change.kind(), change.notificationId(), item));
            }
        }
        return items;
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
