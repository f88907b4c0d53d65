package dev.tidings.server.route;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.UserKey;
import dev.tidings.widecolumn.Upsert;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Collects the entries that a batch of the route stage adds to the change feeds of its users, and publishes them to the live bus after they
 * are written.
 */
final class InboxChanges {
    /**
     * A change to publish.
     *
     * @param change null if it was written before and may or may not have been published
     */
    private record Published(UserKey user, InboxChange change) {}

    /** Identifies a notification of one user. */
    private record Key(UserKey user, UUID notification) {}

    private final List<Published> published = new ArrayList<>();
    private final Set<Key> seen = new HashSet<>();

    /**
     * Whether it is the first occurrence in the batch: a list that was expanded twice may be in it twice. Must be called for every record,
     * even one that is not marked as redelivered: a later one may be.
     */
    boolean isFirst(UserKey user, Notification n) {
        return seen.add(new Key(user, n.id()));
    }

    /**
     * The row of the change feed.
     *
     * @param content null if it is stored once for many users
     */
    Upsert added(UserKey user, Notification n, Content content, UUID id) {
        InboxChange.Added added = content == null
                ? null
                : new InboxChange.Added(n.type(), n.priority().wire(), content, n.expiresAt());
        InboxChange change = new InboxChange(id, InboxChange.ADDED, n.position(), n.id(), added);
        published.add(new Published(user, change));
        return RouteRows.added(user, change);
    }

    void maybeAdded(UserKey user) {
        published.add(new Published(user, null));
    }

    void publish(LiveBus live) {
        for (Published next : published) {
            if (next.change() == null) {
                live.publishUnknown(next.user());
            } else {
                live.publish(next.user(), next.change());
            }
        }
    }
}
