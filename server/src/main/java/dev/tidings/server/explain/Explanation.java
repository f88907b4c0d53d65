package dev.tidings.server.explain;

import dev.tidings.core.delivery.Message;
import java.time.Instant;
import java.util.List;

/**
 * An explanation of a notification's deliveries to one user: for each channel the checks of routing, in order, the decision and the
 * attempts.
 *
 * @param decidedAt null while it is not routed
 */
public record Explanation(String user, Instant decidedAt, List<OfChannel> channels) {
    public Explanation {
        channels = List.copyOf(channels);
    }

    /**
     * The explanation of one channel.
     *
     * @param decided the routing decision, with the reason after a space
     * @param because the checks of routing, in order
     * @param state the current state, with the reason after a space
     * @param message the rendered message of a dry run; null otherwise
     */
    public record OfChannel(
            String channel, String decided, List<Reason> because, String state, List<Try> tries, Message message) {
        public OfChannel {
            because = List.copyOf(because);
            tries = List.copyOf(tries);
        }
    }

    /**
     * A check of routing and its result.
     *
     * @param step the kind of check, such as preference
     */
    public record Reason(String step, String found) {}

    /**
     * A provider call or a receipt.
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
