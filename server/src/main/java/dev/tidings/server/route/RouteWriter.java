package dev.tidings.server.route;

import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
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

/**
 * Writes a routed batch in one commit, which is synced before the log deletes the batch: decisions, inbox rows, change feed and, for notifications to a single user, the details. Then it
 * updates the unread counts and publishes the changes. Blocks.
 */
final class RouteWriter {
    /** Half of the lease after which another process may send the same notifications. */
    private static final Duration MAX_AGE = Duration.ofSeconds(5);

    private final Engine engine;
    private final UnreadCounts counts;
    private final LiveBus live;
    private final UserLocks locks;
    private final FeedDeduplicator feedDeduplicator;
    private final IdGenerator ids;

    RouteWriter(Storage storage) {
        this.engine = storage.engine();
        this.counts = storage.hot().unread();
        this.live = storage.hot().live();
        this.locks = storage.locks();
        this.feedDeduplicator = new FeedDeduplicator(engine, storage.ids());
        this.ids = storage.ids();
    }

    /** @param startedNanos the value of {@link System#nanoTime} before the batch was loaded */
    void write(List<RoutedNotification> routed, long startedNanos) {
        UnreadDeltas unreadDeltas = new UnreadDeltas(counts);
        SortedSet<UserKey> shownTo = new TreeSet<>();
        for (RoutedNotification one : routed) {
            if (one.decision().showsInApp()) {
                shownTo.add(one.user());
                unreadDeltas.add(one.user(), shownUntil(one.notification()), one.redelivered());
            }
        }
        // The user's lock is held from minting the change id until the change is published: changes become visible and
        // are published in the order of their ids, so that a client that resumes after one has seen all earlier ones.
        UserLocks.HeldLocks userLocks = locks.lock(shownTo);
        try {
            InboxChanges changes = new InboxChanges();
            List<Write> writes = new ArrayList<>(5 * routed.size());
            for (RoutedNotification one : routed) {
                append(one, writes, changes);
            }
            try {
                unreadDeltas.acquireLeases();
                requireFresh(startedNanos);
                // The log keeps the records until the engine is synced, so no fsync is needed here.
                engine.writeUnsynced(Batch.acrossPartitions(writes));
            } catch (RuntimeException e) {
                unreadDeltas.writtenUnknown();
                // The write may have succeeded, so listeners must not assume that the next change follows the last one
                // they saw.
                shownTo.forEach(live::publishUnknown);
                throw e;
            }
            unreadDeltas.written();
            changes.publish(live);
        } finally {
            userLocks.close();
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

    private void append(RoutedNotification one, List<Write> writes, InboxChanges changes) {
        Notification n = one.notification();
        String user = one.user().user();
        RouteRows.decision(one, writes::add);
        if (one.decision().showsInApp()) {
            Content content = one.shared() ? null : one.renderer().inApp();
            writes.add(content == null ? RouteRows.inboxShared(n, user) : RouteRows.inbox(n, user, content));
            boolean alreadyInFeed = !changes.isFirst(one.user(), n)
                    || one.redelivered() && feedDeduplicator.isInFeed(one.user(), n, one.decidedAt());
            if (alreadyInFeed) {
                changes.maybeAdded(one.user());
            } else {
                writes.add(changes.added(one.user(), n, content, ids.next()));
            }
        }
        if (!one.shared()) {
            Target target = new Target.User(user);
            writes.add(RouteRows.details(n, target, 1));
            writes.add(RouteRows.ofTenant(n, target));
        }
    }

    /** The time from which it is no longer shown and counted. */
    private static Instant shownUntil(Notification n) {
        Instant retained = Buckets.time(n.position()).plus(Retention.NOTIFICATIONS);
        boolean expiresFirst = n.expiresAt() != null && n.expiresAt().isBefore(retained);
        return expiresFirst ? n.expiresAt() : retained;
    }
}
