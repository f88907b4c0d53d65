package dev.tidings.server.explain;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.StatusText;
import java.time.Instant;
import java.util.List;

/**
 * An explanation of a notification's deliveries to one user: for each channel the checks of routing, in order, the decision and the
 * attempts.
 *
 * @param decidedAt null while it is not routed
 */
public record Explanation(String user, Instant decidedAt, List<ChannelExplanation> channels) {
    public Explanation {
        channels = List.copyOf(channels);
    }

    /**
     * The explanation of one channel.
     *
     * @param decided the routing decision
     * @param reasons the checks of routing, in order
     * @param status the current state
     * @param message the rendered message of a dry run; null otherwise
     */
    public record ChannelExplanation(
            String channel,
            StatusText decided,
            List<RoutingCheck> reasons,
            StatusText status,
            List<LoggedAttempt> attempts,
            Message message) {
        public ChannelExplanation {
            reasons = List.copyOf(reasons);
            attempts = List.copyOf(attempts);
        }
    }

    /**
     * A check of routing and its result.
     *
     * @param step the kind of check, such as preference
     */
    public record RoutingCheck(String step, String found) {}

    /**
     * A provider call, a receipt, or a provider that was skipped.
     *
     * @param kind attempt, receipt or skip
     */
    public record LoggedAttempt(
            String kind,
            Instant at,
            Integer attempt,
            String provider,
            String addressId,
            String messageId,
            String outcome,
            String code,
            String text,
            Instant retryAt) {}
}
