package dev.tidings.server.route;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.UserKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;

/** Collects the changes that a batch of the route stage adds to the feeds of its users, and are published after they are written. */
final class InboxChanges {
    /** Identifies a notification of one user. */
    private record Key(UserKey user, UUID notification) {}

    private final Map<UserKey, List<InboxChange>> byUser = new HashMap<>();
    private final Set<Key> seen = new HashSet<>();

    /**
     * Whether it is the first occurrence in the batch: a list that was expanded twice may be in it twice. Must be called for every record,
     * even one that is not marked as redelivered: a later one may be.
     */
    boolean isFirst(UserKey user, Notification n) {
        return seen.add(new Key(user, n.id()));
    }

    /**
     * Adds a change.
     *
     * @param content null if it is stored once for many users
     */
    InboxChange added(UserKey user, Notification n, Content content, UUID id) {
        InboxChange.Added added = content == null
                ? null
                : new InboxChange.Added(n.type(), n.priority().wire(), content, n.expiresAt());
        InboxChange change = InboxChange.added(id, n.position(), n.id(), added);
        byUser.computeIfAbsent(user, any -> new ArrayList<>(1)).add(change);
        return change;
    }

    List<InboxChange> of(UserKey user) {
        return byUser.getOrDefault(user, List.of());
    }

    void forEach(BiConsumer<UserKey, InboxChange> action) {
        byUser.forEach((user, changes) -> changes.forEach(change -> action.accept(user, change)));
    }
}
