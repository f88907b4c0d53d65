package dev.tidings.client.model;

import java.time.Instant;

/** A token for calls of a user. */
public record UserToken(String token, Instant expiresAt) {}
