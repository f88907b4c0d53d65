package dev.tidings.client.model;

/**
 * A delivery of a notification to a user on one channel.
 *
 * @param reason why it was suppressed, else null
 */
public record Delivery(Channel channel, DeliveryState state, String reason) {}
