package dev.tidings.server.hot;

import dev.tidings.core.hot.PreferenceCache;
import dev.tidings.core.hot.Stamp;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.util.concurrent.CompletableFuture;

/** Preferences in memory. */
final class MemoryPreferences extends MemoryCache<Preferences> implements PreferenceCache {
    MemoryPreferences(Epoch epoch, int most) {
        super(epoch, most, false);
    }

    @Override
    boolean replaces(Preferences kept, Preferences other) {
        return other.version() >= kept.version();
    }

    @Override
    public CompletableFuture<Void> changed(UserKey user, Stamp stamp, Preferences now) {
        // What is known before is what a change that overlaps with this one has left.
        return changed(user, stamp, before -> before == null || replaces(before, now) ? now : before);
    }
}
