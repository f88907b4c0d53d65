package dev.tidings.client.model;

import java.time.Instant;

/**
 * A secret that signs user tokens.
 *
 * @param secret base64url; only present when it was created
 */
public record TokenSecret(String kid, Instant createdAt, Instant revokedAt, String secret) {}
