package dev.tidings.server.removal;

import dev.tidings.core.model.UserKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what was removed of each user, by the kind of data. Remembers whose inboxes were touched, as their counts are cached. */
final class RemovalTally {
    private final Map<UserKey, Map<String, Long>> removed = new HashMap<>();
    private final Set<UserKey> inboxes = new HashSet<>();
    private long total;

    void add(UserKey user, String kind) {
        removed.computeIfAbsent(user, any -> new TreeMap<>()).merge(kind, 1L, Long::sum);
        total++;
    }

    void addInbox(UserKey user) {
        inboxes.add(user);
    }

    Set<UserKey> inboxes() {
        return inboxes;
    }

    Map<UserKey, Map<String, Long>> removed() {
        return removed;
    }

    long total() {
        return total;
    }
}
