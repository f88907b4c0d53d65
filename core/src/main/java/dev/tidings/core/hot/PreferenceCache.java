package dev.tidings.core.hot;

import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.util.concurrent.CompletableFuture;

/**
 * What users want to hear. An opt-out holds from the moment its call returns: while a change is under way nothing is found, and
 * readers go to the database. What is kept never gives way to a lower version, wherever that was read.
 */
public interface PreferenceCache extends FencedCache<Preferences> {

    /** The change is made, and these are the preferences after it. Of changes that overlap, the highest version stays. */
    CompletableFuture<Void> changed(UserKey user, Stamp stamp, Preferences now);
}
