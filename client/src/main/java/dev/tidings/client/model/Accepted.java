package dev.tidings.client.model;

import java.time.Instant;

/**
 * An accepted notification: it is durable and will be sent.
 *
 * @param sendAt the send time if it is scheduled, else null
 * @param replayed whether it was accepted before with the same idempotency key
 */
public record Accepted(String id, Instant sendAt, boolean replayed) {}
