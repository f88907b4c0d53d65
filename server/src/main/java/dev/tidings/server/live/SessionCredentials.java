package dev.tidings.server.live;

import dev.tidings.core.model.UserKey;
import java.time.Instant;

/**
 * The user, token and client address of a live connection, from its admission on.
 *
 * @param kid the key id of the secret the token was signed with
 * @param address the client address
 */
public record SessionCredentials(UserKey user, String kid, Instant expiresAt, String address) {}
