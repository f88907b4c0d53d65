package dev.tidings.server.route;

import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.feed.FeedRows;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.StaleDecisionException;
import dev.tidings.server.storage.Storage;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Writes a routed batch in one commit, which is synced before the log deletes the batch: decisions, inbox rows, change feed and, for notifications to a single user, the details. Then it
 * updates the unread counts and publishes the changes. Blocks.
 */
final class RouteWriter {
    /** Half of the lease after which another process may send the same notifications. */
    private static final Duration MAX_AGE = Duration.ofSeconds(5);

    private final Engine engine;
    private final UnreadCounts counts;
    private final UserLocks locks;
    private final FeedDeduplicator feedDeduplicator;
    private final IdGenerator ids;
    private final FeedTiming timing;
    private final SentShards sentShards;

    RouteWriter(Storage storage, SentShards sentShards) {
        this.sentShards = sentShards;
        this.engine = storage.engine();
        this.counts = storage.hot().unread();
        this.locks = storage.locks();
        this.feedDeduplicator = new FeedDeduplicator(storage);
        this.ids = storage.ids();
        this.timing = storage.feedTiming();
    }

    /** @param startedNanos the value of {@link System#nanoTime} before the batch was loaded */
    void write(List<RoutedNotification> routed, long startedNanos) {
        Predicate<RoutedNotification> inFeed = feedDeduplicator.findIn(routed);
        UnreadDeltas unreadDeltas = new UnreadDeltas(counts);
        SortedSet<UserKey> shownTo = new TreeSet<>();
        for (RoutedNotification one : routed) {
            if (one.decision().showsInApp()) {
                shownTo.add(one.user());
                unreadDeltas.add(one.user(), one.owner(), shownUntil(one.notification()), one.redelivered());
            }
        }
        // The user's lock is held from minting the change id until the change is published: within this process
        // changes become visible and are published in the order of their ids.
        UserLocks.HeldLocks userLocks = locks.lock(shownTo);
        try {
            InboxChanges changes = new InboxChanges();
            SentShards.BatchShards shards = sentShards.batch();
            try {
                unreadDeltas.acquireLeases();
                requireFresh(startedNanos);
                write(routed, inFeed, changes, shards);
            } catch (RuntimeException e) {
                // The write may have succeeded. Listeners are told that something may have changed.
                unreadDeltas.writtenUnknown();
                throw e;
            }
            shards.written();
            unreadDeltas.written(changes);
        } finally {
            userLocks.close();
        }
    }

    /** Ids of changes are assigned under the leases: a listener that knows of no lease has passed no id that is still to come. */
    private void write(
            List<RoutedNotification> routed,
            Predicate<RoutedNotification> inFeed,
            InboxChanges changes,
            SentShards.BatchShards shards) {
        long namedNanos = System.nanoTime();
        List<Write> writes = new ArrayList<>(5 * routed.size());
        for (RoutedNotification one : routed) {
            append(one, inFeed, writes, changes, shards);
        }
        shards.write(writes);
        // The log keeps the records until the engine is synced, so no fsync is needed here.
        engine.writeUnsynced(Batch.acrossPartitions(writes));
        if (timing.isLate(Duration.ofNanos(System.nanoTime() - namedNanos))) {
            List<Write> again = new ArrayList<>();
            changes.forEach((user, change) -> again.add(FeedRows.row(user, change.renamed(ids.next()))));
            if (!again.isEmpty()) {
                engine.writeUnsynced(Batch.acrossPartitions(again));
            }
        }
    }

    /**
     * Refuses to write a decision that is too old. A process that was paused may resume in the middle of a batch after another has decided
     * and sent the same notifications, and must not overwrite their decisions. The records are redelivered, and the stored decisions are
     * used.
     */
    private static void requireFresh(long startedNanos) {
        Duration took = Duration.ofNanos(System.nanoTime() - startedNanos);
        if (took.compareTo(MAX_AGE) > 0) {
            throw new StaleDecisionException("deciding the batch took " + took + ", expected at most " + MAX_AGE);
        }
    }

    private void append(
            RoutedNotification one,
            Predicate<RoutedNotification> inFeed,
            List<Write> writes,
            InboxChanges changes,
            SentShards.BatchShards shards) {
        Notification n = one.notification();
        String user = one.user().user();
        RouteRows.decision(one, writes::add);
        if (one.decision().showsInApp()) {
            Content content = one.shared() ? null : one.renderer().inApp();
            writes.add(content == null ? RouteRows.inboxShared(n, user) : RouteRows.inbox(n, user, content));
            if (changes.isFirst(one.user(), n) && !inFeed.test(one)) {
                writes.add(FeedRows.row(one.user(), changes.added(one.user(), n, content, ids.next())));
            }
        }
        if (!one.shared()) {
            Target target = new Target.User(user);
            writes.add(RouteRows.details(n, target, 1));
            writes.add(RouteRows.ofTenant(n, target, shards.next(n)));
        }
    }

    /** The time from which it is no longer shown and counted. */
    private static Instant shownUntil(Notification n) {
        Instant retained = Buckets.time(n.position()).plus(Retention.NOTIFICATIONS);
        boolean expiresFirst = n.expiresAt() != null && n.expiresAt().isBefore(retained);
        return expiresFirst ? n.expiresAt() : retained;
    }
}
