package dev.tidings.client.model;

import java.time.Duration;

/**
 * A scripted outcome of captured messages, to try out failing providers.
 *
 * @param channel null for all
 * @param user null for all
 * @param outcome {@code accept}, {@code retry}, {@code refuse}, {@code unregister}, {@code hang} or {@code accept_then_timeout}
 * @param after with {@code retry}, the requested delay
 * @param times the number of uses; null for unlimited
 * @param share the random share of deliveries it applies to; null for all
 */
public record CaptureRule(Channel channel, String user, String outcome, Duration after, Integer times, Double share) {}
