package dev.tidings.client.model;

import java.time.Instant;

/** A notification that waits for its send time. */
public record ScheduledNotification(String id, String type, Instant sendAt, Instant createdAt) {}
