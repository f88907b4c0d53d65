package dev.tidings.server.users;

import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads, changes and deletes the preferences of users. After a change is acknowledged, no routing decision uses older preferences. */
public interface PreferenceService {

    /** The current preferences. Does not block. */
    CompletableFuture<Preferences> find(UserKey user);

    /** The current preferences of all of them. May block: for workers, not for event loops. */
    Map<UserKey, Preferences> findAll(Collection<UserKey> users);

    /** When it completes, every later decision sees the change. Does not block. */
    CompletableFuture<Preferences> change(UserKey user, PreferencePatch patch, String actor);

    /** Deletes the user. Called by the {@link ContactService}, as addresses go with the user, too. False if there was nothing. */
    CompletableFuture<Boolean> delete(UserKey user, String actor);
}
