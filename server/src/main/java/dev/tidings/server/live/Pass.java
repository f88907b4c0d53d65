package dev.tidings.server.live;

import dev.tidings.core.model.UserKey;
import java.time.Instant;

/**
 * What somebody was let in with.
 *
 * @param kid the name of the secret the token was signed with
 * @param address where they come from
 */
public record Pass(UserKey user, String kid, Instant expiresAt, String address) {}
