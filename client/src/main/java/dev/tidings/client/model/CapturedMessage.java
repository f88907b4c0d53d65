package dev.tidings.client.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/** A message that the built-in provider captured instead of sending it. */
public record CapturedMessage(
        Instant at,
        String notification,
        String user,
        Channel channel,
        String addressKind,
        String address,
        Priority priority,
        Instant expiresAt,
        int attempt,
        String providerMessageId,
        JsonNode message) {}
