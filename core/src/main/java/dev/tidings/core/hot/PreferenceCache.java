package dev.tidings.core.hot;

import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.util.concurrent.CompletableFuture;

/**
 * A fenced cache of users' preferences. An opt-out holds from the moment its call returns: while a change is in flight nothing is found,
 * and readers go to the database. A cached value is never replaced by one with a lower version.
 */
public interface PreferenceCache extends FencedCache<Preferences> {

    /** Ends a lease with the preferences after the change. Of overlapping changes, the highest version stays. */
    CompletableFuture<Void> changed(UserKey user, CacheVersion version, Preferences now);
}
