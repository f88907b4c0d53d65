package dev.tidings.server.intake;

import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.UserKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Looks up the profile of a user, whose time zone resolves a local send time. Never blocks. */
public interface ProfileLookup {
    CompletableFuture<Optional<UserProfile>> find(UserKey user);
}
