package dev.tidings.server.hot;

import dev.tidings.core.meta.PreferencePatch;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads preferences fast, and changes them so that nobody reads the old ones once the change has been answered. */
public interface PreferenceService {

    /** As they are now. Does not block. */
    CompletableFuture<Preferences> find(UserKey user);

    /** As they are now, for all of them. May block: for workers, not for event loops. */
    Map<UserKey, Preferences> findAll(Collection<UserKey> users);

    /** When it completes, whoever decides from now on sees the change. Does not block. */
    CompletableFuture<Preferences> change(UserKey user, PreferencePatch patch, String actor);

    /** Deletes the user. To be called by the {@link ContactService}, as addresses go with the user too. False if there was nothing. */
    CompletableFuture<Boolean> delete(UserKey user, String actor);
}
