package dev.tidings.server.hot;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.PreferenceCache;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.util.concurrent.CompletableFuture;

/** The in-memory cache of preferences by user. During a change a lookup finds nothing; a preference version never replaces a later one. */
final class MemoryPreferences extends MemoryCache<Preferences> implements PreferenceCache {
    MemoryPreferences(Epoch epoch, int max) {
        super(epoch, max, false);
    }

    @Override
    boolean replaces(Preferences kept, Preferences other) {
        return other.version() >= kept.version();
    }

    @Override
    public CompletableFuture<Void> changed(UserKey user, CacheVersion version, Preferences now) {
        // The last known value is the result of an overlapping change.
        return changed(user, version, before -> before == null || replaces(before, now) ? now : before);
    }
}
