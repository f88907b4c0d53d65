package dev.tidings.client.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/**
 * The decisions about a notification to one user, with their reasons.
 *
 * @param decidedAt null if it is scheduled, not routed yet, or cancelled
 */
public record Explanation(String user, Instant decidedAt, List<ChannelDecision> channels) {

    /**
     * The decision for one channel.
     *
     * @param because the reasons, in order
     * @param now the current state; null in a dry run
     * @param tries calls of providers and receipts
     * @param message the rendered message, in a dry run only
     */
    public record ChannelDecision(
            Channel channel,
            StateAndReason decided,
            List<Reason> because,
            StateAndReason now,
            List<Attempt> tries,
            JsonNode message) {}

    /** A state with its reason, which may be null. */
    public record StateAndReason(String state, String reason) {}

    /** A step of the decision, and what it found. */
    public record Reason(String step, String found) {}

    /** A call of a provider ({@code attempt}), or a receipt. */
    public record Attempt(
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
