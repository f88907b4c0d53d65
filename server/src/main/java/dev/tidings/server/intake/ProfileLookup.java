package dev.tidings.server.intake;

import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.UserKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Looks up user profiles. Never blocks. */
public interface ProfileLookup {
    CompletableFuture<Optional<UserProfile>> find(UserKey user);
}
