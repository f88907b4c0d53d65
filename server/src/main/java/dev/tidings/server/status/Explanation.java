package dev.tidings.server.status;

import dev.tidings.core.deliver.Message;
import java.time.Instant;
import java.util.List;

/**
 * Why one user heard of a notification as they did: for each channel what was looked at, in order, and what came of it.
 *
 * @param decidedAt null while it is on its way
 */
public record Explanation(String user, Instant decidedAt, List<OfChannel> channels) {
    public Explanation {
        channels = List.copyOf(channels);
    }

    /**
     * @param decided what routing decided, with the reason after a space
     * @param because what it looked at, in order
     * @param state what has become of it since, with the reason after a space
     * @param message what would be said; null unless it was asked what would be
     */
    public record OfChannel(
            String channel, String decided, List<Reason> because, String state, List<Try> tries, Message message) {
        public OfChannel {
            because = List.copyOf(because);
            tries = List.copyOf(tries);
        }
    }

    /** @param step what was looked at, such as preference */
    public record Reason(String step, String found) {}

    /**
     * A call of a provider, or what it reported later.
     *
     * @param kind attempt or receipt
     */
    public record Try(
            String kind,
            Instant at,
            Integer attempt,
            String provider,
            String place,
            String messageId,
            String outcome,
            String code,
            String text,
            Instant retryAt) {}
}
