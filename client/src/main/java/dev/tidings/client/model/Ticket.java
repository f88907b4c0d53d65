package dev.tidings.client.model;

import java.time.Instant;

/** A single-use ticket for one live connection of a browser's EventSource. */
public record Ticket(String ticket, Instant expiresAt) {}
