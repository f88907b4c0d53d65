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

/** What a handful adds to inboxes, to be told when it is written. */
final class Changes {
    /** @param change null if it was written before, and nobody knows whether it was told */
    private record Told(UserKey user, InboxChange change) {}

    private record Place(UserKey user, UUID notification) {}

    private final List<Told> told = new ArrayList<>();
    private final Set<Place> seen = new HashSet<>();

    /**
     * Whether it is the first of its kind in the handful: a list that was expanded twice can be in it twice. To be asked about each,
     * also if it is not marked as a repeat: the one behind it may be.
     */
    boolean isFirst(UserKey user, Notification n) {
        return seen.add(new Place(user, n.id()));
    }

    /**
     * The row of the feed.
     *
     * @param content null if it is stored once for many
     */
    Upsert added(UserKey user, Notification n, Content content, UUID id) {
        InboxChange.Added added = content == null
                ? null
                : new InboxChange.Added(n.type(), n.priority().wire(), content, n.expiresAt());
        InboxChange change = new InboxChange(id, InboxChange.ADDED, n.position(), n.id(), added);
        told.add(new Told(user, change));
        return RouteRows.added(user, change);
    }

    void perhaps(UserKey user) {
        told.add(new Told(user, null));
    }

    void tell(LiveBus live) {
        for (Told one : told) {
            if (one.change() == null) {
                live.changedPerhaps(one.user());
            } else {
                live.changed(one.user(), one.change());
            }
        }
    }
}
