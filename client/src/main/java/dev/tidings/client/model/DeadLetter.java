package dev.tidings.client.model;

import java.time.Instant;

/**
 * A delivery that failed for good and can be replayed.
 *
 * @param at when it failed
 */
public record DeadLetter(
        String id,
        Instant at,
        String notification,
        String user,
        Channel channel,
        String type,
        int attempts,
        String code,
        String text,
        Instant replayedAt) {}
